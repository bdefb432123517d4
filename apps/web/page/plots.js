// SPDX-License-Identifier: MIT
// Small line plots on 2D canvases.

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{values: ArrayLike<number>, color: string, fill?: string}[]} lines oldest value first
 * @param {{capacity: number, low?: number, high: number, marks?: number[]}} range values between low and high; marks are dashed lines
 */
export function plot(canvas, lines, { capacity, low = 0, high, marks = [] }) {
  const scale = Math.min(2, devicePixelRatio || 1);
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (!width || !height) return;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const x = (i) => (i / (capacity - 1)) * width;
  const y = (value) => height - 1.5 - ((Math.min(high, Math.max(low, value)) - low) / (high - low || 1)) * (height - 3);
  context.setLineDash([3, 3]);
  context.strokeStyle = "rgb(30 41 59 / 0.25)";
  context.lineWidth = 1;
  for (const mark of marks.filter((value) => value > low && value < high)) {
    context.beginPath();
    context.moveTo(0, y(mark));
    context.lineTo(width, y(mark));
    context.stroke();
  }
  context.setLineDash([]);
  for (const { values, color, fill } of lines) {
    if (values.length < 2) continue;
    context.beginPath();
    for (let i = 0; i < values.length; ++i) context.lineTo(x(i), y(values[i]));
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    context.lineJoin = "round";
    context.stroke();
    if (!fill) continue;
    context.lineTo(x(values.length - 1), height);
    context.lineTo(0, height);
    context.fillStyle = fill;
    context.fill();
  }
}

/** The newest numbers of something, oldest first. */
export class History {
  values = [];
  constructor(capacity) {
    this.capacity = capacity;
  }
  add(value) {
    this.values.push(value);
    if (this.values.length > this.capacity) this.values.shift();
  }
}
