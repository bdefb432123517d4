// SPDX-License-Identifier: MIT
// Numbers for people.

const grouped = new Intl.NumberFormat("en");

export const whole = (value) => grouped.format(value);

/** Four digits, exponents only where they help: 200,000 and 0.4 and 1.2e+9. */
export function plain(value) {
  if (value === null || !Number.isFinite(value)) return "?";
  const size = Math.abs(value);
  if (size >= 1e7 || (size > 0 && size < 1e-4)) return value.toExponential(2).replace("+", "");
  return grouped.format(Number(value.toPrecision(size >= 1000 ? 7 : 4)));
}

/** What a person typed, or NaN. */
export const typed = (text) => (text.trim() === "" ? NaN : Number(text.trim().replaceAll(",", "")));
