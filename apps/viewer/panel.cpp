// SPDX-License-Identifier: MIT
// The only C++ of this project: what the panel looks like.
#include "panel.h"

#include "tunable.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <supple/render.h>
#include <vector>

namespace {

float unit = 1.0f; // pixels of what would be one pixel on an ordinary display
std::vector<PanelVertex> vertices;
std::vector<uint16_t> indices;
std::vector<PanelStretch> stretches;
float scrollLeft, scrollUp;
// Between two frames of a slow machine the mouse may come, click and go: a press stays until a frame has seen it.
bool held[3], pressed[3], released[3];
ImVec2 mouse, pressPlace, releasePlace;
ImVec4 covered;       // left, top, right, bottom of the panel in the last frame
bool panelHoldsMouse; // a list is open or a slider is being dragged
bool showHelp;
uint32_t chosenBody;

const ImVec4 accent(0.93f, 0.42f, 0.30f, 1.0f);
const ImVec4 quiet(0.62f, 0.65f, 0.70f, 1.0f);
const ImVec4 good(0.45f, 0.80f, 0.55f, 1.0f);

// ---- Looks -----------------------------------------------------------------------------------------------------------

ImVec4 shade(const ImVec4 &c, float alpha) { return ImVec4(c.x, c.y, c.z, alpha); }

void paintStyle() {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowRounding = 12;
    style.ChildRounding = 8;
    style.FrameRounding = 6;
    style.GrabRounding = 6;
    style.PopupRounding = 8;
    style.ScrollbarRounding = 8;
    style.ScrollbarSize = 10;
    style.GrabMinSize = 12;
    style.WindowBorderSize = 0;
    style.PopupBorderSize = 0;
    style.WindowPadding = ImVec2(14, 14);
    style.FramePadding = ImVec2(9, 5);
    style.ItemSpacing = ImVec2(8, 7);
    style.ItemInnerSpacing = ImVec2(7, 5);
    ImVec4 *c = style.Colors;
    c[ImGuiCol_Text] = ImVec4(0.93f, 0.94f, 0.96f, 1);
    c[ImGuiCol_TextDisabled] = quiet;
    c[ImGuiCol_WindowBg] = ImVec4(0.085f, 0.095f, 0.115f, 0.90f);
    c[ImGuiCol_PopupBg] = ImVec4(0.11f, 0.12f, 0.145f, 0.98f);
    c[ImGuiCol_FrameBg] = ImVec4(1, 1, 1, 0.075f);
    c[ImGuiCol_FrameBgHovered] = ImVec4(1, 1, 1, 0.13f);
    c[ImGuiCol_FrameBgActive] = ImVec4(1, 1, 1, 0.18f);
    c[ImGuiCol_Button] = ImVec4(1, 1, 1, 0.09f);
    c[ImGuiCol_ButtonHovered] = shade(accent, 0.55f);
    c[ImGuiCol_ButtonActive] = shade(accent, 0.85f);
    c[ImGuiCol_SliderGrab] = shade(accent, 0.60f);
    c[ImGuiCol_SliderGrabActive] = accent;
    c[ImGuiCol_CheckMark] = accent;
    c[ImGuiCol_Header] = ImVec4(1, 1, 1, 0.055f);
    c[ImGuiCol_HeaderHovered] = ImVec4(1, 1, 1, 0.11f);
    c[ImGuiCol_HeaderActive] = ImVec4(1, 1, 1, 0.15f);
    c[ImGuiCol_Separator] = ImVec4(1, 1, 1, 0.08f);
    c[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
    c[ImGuiCol_ScrollbarGrab] = ImVec4(1, 1, 1, 0.16f);
    c[ImGuiCol_PlotLines] = accent;
    c[ImGuiCol_PlotHistogram] = accent;
    c[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.35f);
    style.ScaleAllSizes(unit);
    ImGui::GetStyle() = style;
}

bool fileThere(const char *path) {
    FILE *file = std::fopen(path, "rb");
    if (file) std::fclose(file);
    return file != nullptr;
}

/// A font of the system; ImGui's own small one where none is known.
void loadLetters() {
    static const char *const paths[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                        "/usr/share/fonts/dejavu/DejaVuSans.ttf",
                                        "/usr/share/fonts/TTF/DejaVuSans.ttf",
                                        "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
                                        "/System/Library/Fonts/SFNS.ttf",
                                        "/System/Library/Fonts/Helvetica.ttc",
                                        "C:\\Windows\\Fonts\\segoeui.ttf"};
    ImGuiIO &io = ImGui::GetIO();
    io.Fonts->Clear();
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 2;
    for (const char *path : paths)
        if (fileThere(path) && io.Fonts->AddFontFromFileTTF(path, std::round(13.5f * unit), &config)) return;
    config.SizePixels = std::round(13.0f * unit);
    io.Fonts->AddFontDefault(&config);
}

// ---- Small parts -----------------------------------------------------------------------------------------------------

void figure(const char *name, const char *text, const ImVec4 *color = nullptr) {
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(128 * unit);
    if (color)
        ImGui::TextColored(*color, "%s", text);
    else
        ImGui::TextUnformatted(text);
}

/// 12,345,678
void grouped(char *out, size_t size, uint64_t value) {
    char digits[24];
    int length = std::snprintf(digits, sizeof digits, "%llu", static_cast<unsigned long long>(value));
    size_t used = 0;
    for (int i = 0; i < length && used + 2 < size; ++i) {
        if (i > 0 && (length - i) % 3 == 0) out[used++] = ',';
        out[used++] = digits[i];
    }
    out[used] = 0;
}

void joules(char *out, size_t size, double value) {
    bool digits = std::fabs(value) >= 100 && std::fabs(value) < 1e6;
    std::snprintf(out, size, digits ? "%.0f" : "%.3g", value);
}

bool toggle(const char *name, bool on, float width) {
    ImGui::PushStyleColor(ImGuiCol_Button, on ? shade(accent, 0.75f) : ImVec4(1, 1, 1, 0.09f));
    bool clicked = ImGui::Button(name, ImVec2(width, 0));
    ImGui::PopStyleColor();
    return clicked;
}

float share(int parts) {
    float spacing = ImGui::GetStyle().ItemSpacing.x;
    return (ImGui::GetContentRegionAvail().x - static_cast<float>(parts - 1) * spacing) / static_cast<float>(parts);
}

// ---- Tunables --------------------------------------------------------------------------------------------------------

void apply(PanelState *state, const char *path, const char *value) {
    SupReport report = SUP_REPORT_INIT;
    if (supSceneSet(state->scene, state->world, path, value, &report) != SupStatus_Ok)
        std::snprintf(state->refused, sizeof state->refused, "%s", supReportError(&report));
    else if (tunableIsSeen(path))
        state->dress = true;
}

void applyNumber(PanelState *state, const char *path, double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    for (char *c = text; *c; ++c)
        if (*c == ',') *c = '.'; // a toolkit may have switched the locale
    apply(state, path, text);
}

void slider(PanelState *state, const SupTunable &t, double value, const char *label) {
    double low, high;
    tunableRange(&t, value, &low, &high);
    char format[40];
    bool digits = t.logarithmic && value >= 100 && value < 1e7;
    std::snprintf(format, sizeof format, "%s%s%.16s", digits ? "%.0f" : "%.4g", *t.unit ? " " : "", t.unit);
    ImGuiSliderFlags flags = t.logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
    bool moved;
    if (t.kind == SupTunableKind_Integer) {
        int whole = static_cast<int>(value);
        moved = ImGui::SliderInt(label, &whole, static_cast<int>(low), static_cast<int>(high));
        value = whole;
    } else {
        flags |= ImGuiSliderFlags_NoRoundToFormat;
        moved = ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &low, &high, format, flags);
    }
    if (moved) applyNumber(state, t.path, value);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) applyNumber(state, t.path, t.standard);
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
        ImGui::SetTooltip("%s\nctrl+click types a value, right click: %.6g", t.path, t.standard);
}

void tunable(PanelState *state, const SupTunable &t) {
    double value = 0;
    if (supSceneGet(state->scene, t.path, &value) != SupStatus_Ok) return;
    int choices = 0;
    while (t.kind == SupTunableKind_Choice && t.choices && t.choices[choices]) choices++;
    if (t.kind == SupTunableKind_Choice && choices < 2) return; // nothing to choose
    char name[48], label[96];
    tunableLabel(&t, name, sizeof name);
    std::snprintf(label, sizeof label, "%s##%.40s", name, t.path);
    ImGui::BeginDisabled(!t.live);
    if (t.kind == SupTunableKind_Choice) {
        int chosen = static_cast<int>(value);
        if (ImGui::Combo(label, &chosen, t.choices, choices)) apply(state, t.path, t.choices[chosen]);
    } else if (t.kind == SupTunableKind_Toggle) {
        bool on = value != 0;
        if (ImGui::Checkbox(label, &on)) apply(state, t.path, on ? "true" : "false");
    } else {
        slider(state, t, value, label);
    }
    ImGui::EndDisabled();
}

/// The tunables whose path begins with `prefix`; null: those of no body.
void tunables(PanelState *state, const char *prefix) {
    SupTunable t;
    size_t length = prefix ? std::strlen(prefix) : 0;
    for (uint32_t i = 0; supSceneTunable(state->scene, i, &t); ++i) {
        bool ofBody = std::strncmp(t.path, "bodies.", 7) == 0;
        if (prefix ? std::strncmp(t.path, prefix, length) == 0 : !ofBody) tunable(state, t);
    }
}

/// False: the body is a network, which has no material.
bool youngOf(const PanelState *state, uint32_t body, double *young) {
    char path[128];
    std::snprintf(path, sizeof path, "bodies.%.64s.material.young", supSceneBodyName(state->scene, body));
    return supSceneGet(state->scene, path, young) == SupStatus_Ok;
}

void stiffnessButtons(PanelState *state, const char *prefix, double young) {
    char path[128];
    std::snprintf(path, sizeof path, "%smaterial.stiffness", prefix);
    static const char *const names[] = {"Soft", "Medium", "Stiff"}, *const words[] = {"soft", "medium", "stiff"};
    float width = share(3);
    for (int i = 0; i < 3; ++i) {
        SupMaterial material = SUP_MATERIAL_INIT;
        supMaterialPreset(words[i], &material);
        if (i) ImGui::SameLine();
        if (toggle(names[i], std::fabs(young - material.young) < 1e-6 * material.young, width)) apply(state, path, words[i]);
    }
}

/// Where vertices are now they stay; reset brings the scene's own pins back.
void pinButtons(PanelState *state) {
    float width = share(2);
    for (int pinned = 1; pinned >= 0; --pinned) {
        if (!pinned) ImGui::SameLine();
        if (!ImGui::Button(pinned ? "Pin all" : "Free all", ImVec2(width, 0))) continue;
        if (supScenePinAll(state->scene, state->world, chosenBody, pinned != 0) != SupStatus_Ok)
            std::snprintf(state->refused, sizeof state->refused, "%s", supWorldErrorText(state->world));
    }
}

void bodySection(PanelState *state) {
    uint32_t count = supSceneBodyCount(state->scene);
    if (chosenBody >= count) chosenBody = 0;
    double young = 0;
    bool solid = count > 0 && youngOf(state, chosenBody, &young);
    if (count == 0 || !ImGui::CollapsingHeader(solid ? "Material###body" : "Network###body", ImGuiTreeNodeFlags_DefaultOpen))
        return;
    if (count > 1 && ImGui::BeginCombo("Body", supSceneBodyName(state->scene, chosenBody))) {
        for (uint32_t i = 0; i < count; ++i)
            if (supSceneBodyModel(state->scene, i) == i &&
                ImGui::Selectable(supSceneBodyName(state->scene, i), i == chosenBody))
                chosenBody = i;
        ImGui::EndCombo();
    }
    char prefix[96];
    std::snprintf(prefix, sizeof prefix, "bodies.%.64s.", supSceneBodyName(state->scene, chosenBody));
    if (youngOf(state, chosenBody, &young)) stiffnessButtons(state, prefix, young);
    pinButtons(state);
    tunables(state, prefix);
}

// ---- Sections --------------------------------------------------------------------------------------------------------

void sceneSection(PanelState *state) {
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##scene", state->sceneName, ImGuiComboFlags_HeightLarge)) {
        for (uint32_t i = 0; supPresetName(i); ++i) {
            if (ImGui::Selectable(supPresetName(i), std::strcmp(supPresetName(i), state->sceneName) == 0))
                state->preset = static_cast<int>(i);
            if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", supPresetDescription(i));
        }
        ImGui::EndCombo();
    }
    float width = share(3);
    if (toggle(state->paused ? "Play" : "Pause", state->paused, width)) state->paused = !state->paused;
    ImGui::SameLine();
    if (ImGui::Button("Step", ImVec2(width, 0))) state->step = true;
    ImGui::SameLine();
    if (ImGui::Button("Reset", ImVec2(width, 0))) state->reset = true;
    static const double speeds[] = {1.0, 0.5, 0.25, 0.1};
    static const char *const names[] = {"1x", "1/2", "1/4", "1/10"};
    width = share(4);
    for (int i = 0; i < 4; ++i) {
        if (i) ImGui::SameLine();
        if (toggle(names[i], state->speed == speeds[i], width)) state->speed = speeds[i];
    }
}

void plotSection(const FiguresShown *f) {
    if (f->plotCount < 2) return;
    float low = 0, high = 0;
    for (uint32_t i = 0; i < f->plotCount; ++i) {
        low = std::fmin(low, f->total[i]);
        high = std::fmax(high, std::fmax(f->total[i], f->motion[i]));
    }
    ImVec2 size(ImGui::GetContentRegionAvail().x, 54 * unit), corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y), IM_COL32(255, 255, 255, 12), 6 * unit);
    float range = high > low ? high - low : 1;
    for (int curve = 0; curve < 2; ++curve) {
        const float *values = curve ? f->motion : f->total;
        std::vector<ImVec2> points;
        for (uint32_t i = 0; i < f->plotCount; ++i)
            points.push_back(ImVec2(corner.x + size.x * static_cast<float>(i) / (FiguresPlot - 1),
                                    corner.y + (size.y - 8 * unit) * (1 - (values[i] - low) / range) + 4 * unit));
        list->AddPolyline(points.data(), static_cast<int>(points.size()),
                          ImGui::ColorConvertFloat4ToU32(curve ? good : accent), 0, 1.6f * unit);
    }
    ImGui::TextColored(accent, "total energy");
    ImGui::SameLine();
    ImGui::TextColored(good, "in motion");
}

void figuresSection(const PanelState *state) {
    if (!ImGui::CollapsingHeader("Figures", ImGuiTreeNodeFlags_DefaultOpen)) return;
    const FiguresShown *f = state->figures;
    char text[96], count[32], more[32];
    std::snprintf(text, sizeof text, "%.0f a second", f->framesPerSecond);
    figure("Pictures", text);
    if (std::isfinite(f->simulationGpu))
        std::snprintf(text, sizeof text, "%.2f ms GPU, %.2f ms", f->simulationGpu, f->simulationWall);
    else
        std::snprintf(text, sizeof text, "%.1f ms", f->simulationWall);
    figure("Simulation", text);
    std::snprintf(text, sizeof text, f->drawingWall < 10 ? "%.2f ms" : "%.1f ms", f->drawingWall);
    figure("Drawing", text);
    grouped(count, sizeof count, f->vertices);
    grouped(more, sizeof more, f->tets);
    std::snprintf(text, sizeof text, "%s / %s", count, more);
    figure("Vertices / tets", text);
    if (f->networkSteps) {
        grouped(count, sizeof count, f->networkSteps);
        figure("Network steps", count);
        grouped(count, sizeof count, f->movingNodes);
        figure("Moving nodes", count);
    }
    std::snprintf(text, sizeof text, "%.2f s, frame %llu", f->time, static_cast<unsigned long long>(f->frames));
    figure("Time", text);
    if (std::isfinite(f->minVolumeRatio)) {
        std::snprintf(text, sizeof text, "%.3f", f->minVolumeRatio);
        figure("Smallest volume", text, f->minVolumeRatio > 0 ? &good : &accent);
        joules(count, sizeof count, f->kinetic);
        joules(more, sizeof more, f->elastic);
        std::snprintf(text, sizeof text, "%s J motion, %s elastic", count, more);
        figure("Energy", text);
    }
    plotSection(f);
    ImGui::TextDisabled("%s", state->adapter);
}

void viewSection(PanelState *state) {
    if (!ImGui::CollapsingHeader("View", ImGuiTreeNodeFlags_DefaultOpen)) return;
    static const char *const names[] = {"Wires", "Tets", "Strain", "Pins", "Nodes", "Edges"};
    static const uint32_t bits[] = {SupOverlay_Wireframe, SupOverlay_Tets,  SupOverlay_Strain,
                                    SupOverlay_Pins,      SupOverlay_Nodes, SupOverlay_Edges};
    float width = share(3);
    for (int i = 0; i < 6; ++i) {
        if (i % 3) ImGui::SameLine();
        if (toggle(names[i], (state->overlays & bits[i]) != 0, width)) state->overlays ^= bits[i];
    }
    width = share(4);
    const double least = 0.01, most = 2, dark = 0.1, bright = 8, slow = 0.3, fast = 8;
    if (state->overlays & SupOverlay_Strain)
        ImGui::SliderScalar("Strain drawn red", ImGuiDataType_Double, &state->strainScale, &least, &most, "%.2f",
                            ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    ImGui::SliderScalar("Exposure", ImGuiDataType_Double, &state->exposure, &dark, &bright, "%.2f",
                        ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    ImGui::SliderScalar("Grab strength", ImGuiDataType_Double, &state->grabStrength, &slow, &fast, "%.1f Hz",
                        ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    ImGui::Checkbox("Dropped meshes replace the scene", &state->dropReplaces);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("otherwise they fall into it; with shift they replace it once");
    if (ImGui::Button("All", ImVec2(width, 0))) state->frameCamera = true;
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("look at all bodies (F)");
    ImGui::SameLine();
    if (ImGui::Button("Picture", ImVec2(width, 0))) state->screenshot = true;
    ImGui::SameLine();
    if (toggle(state->recording ? "End" : "Video", state->recording, width)) state->video = true;
    ImGui::SameLine();
    if (toggle("Keys", showHelp, width)) showHelp = !showHelp;
}

const ImGuiWindowFlags plain = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                               ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse;

const float panelMargin = 12, panelWide = 316; // at scale 1

void mainWindow(PanelState *state, float width, float height) {
    float margin = panelMargin * unit, wide = panelWide * unit;
    if (wide > width - 2 * margin) wide = width - 2 * margin;
    ImGui::SetNextWindowPos(ImVec2(margin, margin));
    ImGui::SetNextWindowSizeConstraints(ImVec2(wide, 0), ImVec2(wide, height - 2 * margin));
    if (ImGui::Begin("supple", nullptr, plain | ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::PushItemWidth(158 * unit);
        sceneSection(state);
        bodySection(state);
        if (ImGui::CollapsingHeader("World")) tunables(state, nullptr);
        viewSection(state);
        figuresSection(state);
        ImGui::PopItemWidth();
    }
    ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    covered = ImVec4(corner.x, corner.y, corner.x + size.x, corner.y + size.y);
    ImGui::End();
}

void helpWindow(float width, float height) {
    static const char *const lines[][2] = {{"drag a body", "pull it"},
                                           {"drag beside it", "turn the view"},
                                           {"right drag", "turn the view"},
                                           {"shift or middle drag", "move the view"},
                                           {"scroll", "nearer, farther"},
                                           {"shift + click", "pin, free"},
                                           {"space, N, R", "pause, step, reset"},
                                           {"S", "slow motion"},
                                           {"F", "look at all"},
                                           {"1 2 3 4", "wires, tets, strain, pins"},
                                           {"5 6", "nodes, edges of networks"},
                                           {"F12, F9", "picture, video"},
                                           {"Tab, H", "hide the panel, this list"},
                                           {"drop a file", "a mesh falls in, a scene opens"},
                                           {"shift + drop", "the mesh alone"}};
    ImGui::SetNextWindowPos(ImVec2(width - 14 * unit, height - 14 * unit), 0, ImVec2(1, 1));
    if (ImGui::Begin("keys", nullptr, plain | ImGuiWindowFlags_AlwaysAutoResize))
        for (const auto &line : lines) {
            ImGui::TextUnformatted(line[0]);
            ImGui::SameLine(160 * unit);
            ImGui::TextDisabled("%s", line[1]);
        }
    ImGui::End();
}

void note(const char *name, float x, float y, float alpha) {
    ImGui::SetNextWindowPos(ImVec2(x, y), 0, ImVec2(0.5f, 1));
    ImGui::SetNextWindowBgAlpha(0.94f * alpha);
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
    ImGui::Begin(name, nullptr, plain | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs);
}

void endNote() {
    ImGui::End();
    ImGui::PopStyleVar();
}

void notes(const PanelState *state, float width, float height) {
    const double shown = 6.0;
    if (*state->progress) {
        note("progress", 0.5f * width, 0.5f * height, 1);
        ImGui::TextUnformatted(state->progress);
        ImGui::ProgressBar(static_cast<float>(state->progressDone), ImVec2(320 * unit, 0));
        ImGui::TextDisabled("Escape stops it");
        endNote();
    }
    if (*state->toast && state->toastAge < shown) {
        float alpha = static_cast<float>(std::fmin(1.0, 2 * (shown - state->toastAge)));
        note("toast", 0.5f * width, height - 22 * unit, alpha);
        ImGui::PushTextWrapPos(520 * unit);
        if (state->toastIsError) ImGui::TextColored(accent, "Not done");
        ImGui::TextUnformatted(state->toast);
        ImGui::PopTextWrapPos();
        endNote();
    }
    if (state->grabbing) {
        ImDrawList *list = ImGui::GetForegroundDrawList();
        list->AddCircle(ImGui::GetIO().MousePos, 9 * unit, IM_COL32(20, 24, 30, 120), 0, 4 * unit);
        list->AddCircle(ImGui::GetIO().MousePos, 9 * unit, IM_COL32(255, 255, 255, 235), 0, 2 * unit);
    }
    if (state->recording)
        ImGui::GetForegroundDrawList()->AddCircleFilled(ImVec2(width - 24 * unit, 24 * unit), 7 * unit,
                                                        IM_COL32(235, 60, 50, 255));
}

// ---- Triangles -------------------------------------------------------------------------------------------------------

void collect(const ImDrawData *data) {
    vertices.clear();
    indices.clear();
    stretches.clear();
    for (int n = 0; n < data->CmdListsCount; ++n) {
        const ImDrawList *list = data->CmdLists[n];
        uint32_t baseVertex = static_cast<uint32_t>(vertices.size()), baseIndex = static_cast<uint32_t>(indices.size());
        for (const ImDrawVert &v : list->VtxBuffer)
            vertices.push_back(PanelVertex{{v.pos.x, v.pos.y}, {v.uv.x, v.uv.y}, v.col});
        indices.insert(indices.end(), list->IdxBuffer.begin(), list->IdxBuffer.end());
        for (const ImDrawCmd &command : list->CmdBuffer) {
            if (command.UserCallback || command.ElemCount == 0) continue;
            const ImVec4 &c = command.ClipRect;
            stretches.push_back(PanelStretch{
                baseIndex + command.IdxOffset, command.ElemCount, baseVertex + command.VtxOffset, {c.x, c.y, c.z, c.w}});
        }
    }
    if (indices.size() % 2) indices.push_back(0); // buffers are written in fours of bytes
}

} // namespace

static_assert(sizeof(ImDrawIdx) == sizeof(uint16_t), "indices of 16 bits");

bool panelCreate(double scale) {
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    static const int keys[][2] = {{ImGuiKey_Tab, GLFW_KEY_TAB},
                                  {ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
                                  {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
                                  {ImGuiKey_Home, GLFW_KEY_HOME},
                                  {ImGuiKey_End, GLFW_KEY_END},
                                  {ImGuiKey_Delete, GLFW_KEY_DELETE},
                                  {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
                                  {ImGuiKey_Enter, GLFW_KEY_ENTER},
                                  {ImGuiKey_KeyPadEnter, GLFW_KEY_KP_ENTER},
                                  {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
                                  {ImGuiKey_A, GLFW_KEY_A}};
    for (const auto &key : keys) io.KeyMap[key[0]] = key[1];
    panelSetScale(scale);
    return true;
}

void panelDestroy(void) {
    if (ImGui::GetCurrentContext()) ImGui::DestroyContext();
}

void panelSetScale(double scale) {
    unit = static_cast<float>(scale);
    paintStyle();
    loadLetters();
}

const uint8_t *panelLetters(uint32_t *width, uint32_t *height) {
    unsigned char *pixels = nullptr;
    int w = 0, h = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &w, &h);
    *width = static_cast<uint32_t>(w);
    *height = static_cast<uint32_t>(h);
    return pixels;
}

void panelMouse(double x, double y) { mouse = ImVec2(static_cast<float>(x), static_cast<float>(y)); }

void panelButton(int button, bool down) {
    if (button < 0 || button > 2) return;
    held[button] = down;
    (down ? pressed : released)[button] = true;
    (down ? pressPlace : releasePlace) = mouse;
}

void panelScroll(double x, double y) {
    scrollLeft += static_cast<float>(x);
    scrollUp += static_cast<float>(y);
}

void panelKey(int key, bool down, int modifiers) {
    ImGuiIO &io = ImGui::GetIO();
    if (key >= 0 && key < IM_ARRAYSIZE(io.KeysDown)) io.KeysDown[key] = down;
    io.KeyCtrl = (modifiers & GLFW_MOD_CONTROL) != 0;
    io.KeyShift = (modifiers & GLFW_MOD_SHIFT) != 0;
    io.KeyAlt = (modifiers & GLFW_MOD_ALT) != 0;
}

void panelLetter(uint32_t codepoint) { ImGui::GetIO().AddInputCharacter(codepoint); }
bool panelWantsMouse(void) {
    return panelHoldsMouse || (mouse.x >= covered.x && mouse.x < covered.z && mouse.y >= covered.y && mouse.y < covered.w);
}
bool panelWantsKeys(void) { return ImGui::GetIO().WantTextInput; }

void panelFrame(PanelState *state, uint32_t width, uint32_t height, double seconds) {
    ImGuiIO &io = ImGui::GetIO();
    float w = static_cast<float>(width), h = static_cast<float>(height);
    io.DisplaySize = ImVec2(w, h);
    io.DeltaTime = static_cast<float>(std::fmin(0.1, std::fmax(1e-4, seconds)));
    io.MouseWheel = scrollUp;
    io.MouseWheelH = scrollLeft;
    scrollUp = scrollLeft = 0;
    io.MousePos = mouse;
    for (int i = 0; i < 3; ++i) {
        io.MouseDown[i] = held[i] || pressed[i];
        if (pressed[i])
            io.MousePos = pressPlace;
        else if (released[i])
            io.MousePos = releasePlace;
        (pressed[i] ? pressed : released)[i] = false;
    }
    covered = ImVec4(0, 0, 0, 0);
    if (state->help) showHelp = !showHelp;
    state->help = false;
    ImGui::NewFrame();
    if (state->open && !*state->progress) mainWindow(state, w, h);
    if (showHelp) helpWindow(w, h);
    notes(state, w, h);
    panelHoldsMouse = ImGui::IsAnyItemActive() || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
    ImGui::Render();
    collect(ImGui::GetDrawData());
}

double panelCovered(double scale) { return scale * (panelMargin + panelWide); }

PanelShapes panelShapes(void) {
    PanelShapes shapes = {vertices.data(),
                          indices.data(),
                          stretches.data(),
                          static_cast<uint32_t>(vertices.size()),
                          static_cast<uint32_t>(indices.size()),
                          static_cast<uint32_t>(stretches.size())};
    return shapes;
}
