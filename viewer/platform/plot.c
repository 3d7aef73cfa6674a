// plot.c: how are numbers plotted with axes?
#include "platform/plot.h"
#include <math.h>
#include <stdio.h>

enum { TICKS = 8, TEXT = 400 };

const char* plot_number(double value, int digits, int decimals, char out[24]) {
    static const char* const suffixes[] = {"", "k", "M", "G"};
    double size = fabs(value);
    int suffix = 0;
    if (size >= 99999.5)
        for (; size >= 999.5 && suffix < 3; suffix++) size /= 1000;
    int before = size < 1 ? 1 : (int)floor(log10(size)) + 1;
    if (suffix > 0) decimals = 2, digits--; // room for the letter
    if (decimals > digits - before) decimals = digits - before;
    snprintf(out, 24, "%.*f%s", decimals < 0 ? 0 : decimals, value < 0 ? -size : size, suffixes[suffix]);
    return out;
}

// ---- axes

// The distance of labels: 1, 2 or 5 times a power of ten, for at most this number of labels.
static double step_of(const plot_axis* axis, int labels) {
    double rough = (axis->most - axis->least) / labels, power = pow(10, floor(log10(rough)));
    double share = rough / power;
    return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

void plot_round(plot_axis* axis) {
    if (!(axis->most > axis->least)) axis->most = axis->least + (axis->logarithmic ? 9 * axis->least : 1);
    if (axis->logarithmic) {
        axis->least = pow(10, floor(log10(axis->least) + 1e-9));
        axis->most = pow(10, ceil(log10(axis->most) - 1e-9));
        return;
    }
    double step = step_of(axis, 4);
    axis->least = floor(axis->least / step + 1e-9) * step;
    axis->most = ceil(axis->most / step - 1e-9) * step;
}

// The position of a value between the ends, in 0..1.
static double place_of(const plot_axis* axis, double value) {
    if (axis->logarithmic)
        return value <= axis->least ? 0 : log(value / axis->least) / log(axis->most / axis->least);
    return (value - axis->least) / (axis->most - axis->least);
}

static double value_at(const plot_axis* axis, double place) {
    return axis->logarithmic ? axis->least * pow(axis->most / axis->least, place)
                             : axis->least + place * (axis->most - axis->least);
}

static int ticks_of(const plot_axis* axis, int labels, double out[TICKS]) {
    int count = 0;
    if (axis->logarithmic) {
        int decades = (int)lround(log10(axis->most / axis->least)), step = (decades - 1) / labels + 1;
        for (int i = 0; i <= decades && count < TICKS; i += step) out[count++] = axis->least * pow(10, i);
        return count;
    }
    double step = step_of(axis, labels);
    for (double v = ceil(axis->least / step - 1e-9) * step; v <= axis->most + step * 1e-6 && count < TICKS;
         v += step)
        out[count++] = fabs(v) < step * 1e-6 ? 0 : v;
    return count;
}

// Enough digits to distinguish the labels of an axis.
static const char* tick_text(const plot_axis* axis, double value, int labels, char out[24]) {
    if (axis->logarithmic && value < 1) {
        snprintf(out, 24, "%.4g", value);
        return out;
    }
    double step = axis->logarithmic ? value : step_of(axis, labels);
    if (fabs(value) >= 99999.5 || step >= 1) return plot_number(value, 4, 0, out);
    snprintf(out, 24, "%.*f", (int)ceil(-log10(step) - 1e-9), value);
    return out;
}

// ---- the frame

typedef struct frame {
    gui_canvas canvas;
    float left, top, right, bottom; // of the area of the data
} frame;

static SDL_Color faint(void) {
    return gui_tone_color(GUI_QUIET, 70);
}

static float y_at(const frame* f, const plot_axis* axis, double value) {
    double place = fmin(fmax(place_of(axis, value), 0), 1);
    return f->bottom - (float)place * (f->bottom - f->top);
}

static float x_at(const frame* f, const plot_axis* axis, double value) {
    return f->left + (float)fmin(fmax(place_of(axis, value), 0), 1) * (f->right - f->left);
}

static frame begin(float height, float label_width) {
    frame f = {.canvas = gui_begin_canvas(height)};
    float line = gui_line_height();
    f.left = f.canvas.x + label_width;
    f.right = f.canvas.x + f.canvas.width - line * 0.5f;
    f.top = f.canvas.y + line * 1.75f;
    f.bottom = f.canvas.y + f.canvas.height - line * 1.35f;
    gui_canvas_box(f.left, f.top, f.right, f.bottom, gui_tone_color(GUI_QUIET, 24));
    return f;
}

static void show_y_axis(const frame* f, const plot_axis* axis, int labels) {
    double ticks[TICKS];
    char text[24];
    int count = ticks_of(axis, labels, ticks);
    float gap = gui_line_height() * 0.35f;
    for (int i = 0; i < count; i++) {
        float y = y_at(f, axis, ticks[i]);
        gui_canvas_line(f->left, y, f->right, y, faint(), 1);
        gui_canvas_text(f->left - gap, y, 1, 0.5f, GUI_QUIET, tick_text(axis, ticks[i], labels, text));
    }
    gui_canvas_text(f->canvas.x, f->canvas.y, 0, 0, GUI_PLAIN, axis->title);
}

static float widest_label(const plot_axis* axis, int labels) {
    double ticks[TICKS];
    char text[24];
    float widest = 0;
    int count = ticks_of(axis, labels, ticks);
    for (int i = 0; i < count; i++)
        widest = fmaxf(widest, gui_text_width(tick_text(axis, ticks[i], labels, text)));
    return widest + gui_line_height() * 0.7f;
}

// ---- lines

static void show_names(const frame* f, const plot_lines* p) {
    float side = gui_line_height() * 0.5f, x = f->right, y = f->canvas.y;
    for (int s = p->series_count - 1; s >= 0; s--) {
        x -= gui_text_width(p->series[s].name);
        gui_canvas_text(x, y, 0, 0, GUI_PLAIN, p->series[s].name);
        x -= side * 1.5f;
        gui_canvas_box(x, y + side * 0.6f, x + side, y + side * 1.6f, p->series[s].color);
        x -= side * 2;
    }
}

static void show_series(const frame* f, const plot_lines* p, int s, const plot_axis* x) {
    float dot = fmaxf(1.5f, gui_line_height() * (p->count > 80 ? 0.08f : 0.14f)), last_x = 0, last_y = 0;
    bool connected = false;
    for (int i = 0; i < p->count; i++) {
        double value = p->series[s].value(p->context, s, i);
        if (!(value > 0)) {
            connected = false;
            continue;
        }
        float at_x = x_at(f, x, i), at_y = y_at(f, &p->y, value);
        if (connected) gui_canvas_line(last_x, last_y, at_x, at_y, p->series[s].color, dot * 0.7f);
        gui_canvas_box(at_x - dot, at_y - dot, at_x + dot, at_y + dot, p->series[s].color);
        last_x = at_x, last_y = at_y, connected = true;
    }
}

void plot_show_lines(const plot_lines* p, float height) {
    enum { LABELS = 4 };
    plot_axis y = p->y, x = {.least = -0.5, .most = fmax(p->count, 8) - 0.5};
    plot_lines rounded = *p;
    plot_round(&y);
    rounded.y = y;
    frame f = begin(height, widest_label(&y, LABELS));
    show_y_axis(&f, &y, LABELS);
    show_names(&f, p);
    gui_canvas_text(f.right, f.bottom + gui_line_height() * 0.15f, 1, 0, GUI_QUIET, p->x_title);
    const gui_canvas* c = &f.canvas;
    int under = -1;
    if (c->hovered && c->pointer_x >= f.left && c->pointer_x < f.right && p->count > 0) {
        under = (int)lround(value_at(&x, (double)((c->pointer_x - f.left) / (f.right - f.left))));
        under = under < 0 ? 0 : under >= p->count ? p->count - 1 : under;
        float at = x_at(&f, &x, under);
        gui_canvas_line(at, f.top, at, f.bottom, gui_tone_color(GUI_PLAIN, 130), 1);
    }
    for (int s = 0; s < p->series_count; s++) show_series(&f, &rounded, s, &x);
    if (under >= 0 && p->describe != NULL) {
        char text[TEXT] = "";
        p->describe(p->context, under, text, sizeof text);
        gui_tooltip(text);
    }
}

// ---- bins

plot_bins plot_make_bins(const char* title, double least, double most, bool logarithmic) {
    plot_bins bins = {.x = {title, least, most, logarithmic}};
    if (!(most > least)) bins.x.most = least + (logarithmic ? 9 * least : 1);
    return bins;
}

// The first bin is for the least value only; the others share the range.
void plot_count(plot_bins* bins, double value) {
    double place = place_of(&bins->x, value);
    int bin = place <= 0 ? 0 : 1 + (int)(place * (PLOT_BINS - 1));
    if (bin >= PLOT_BINS) bin = PLOT_BINS - 1;
    bins->counts[bin]++;
    bins->total++;
    if (bins->counts[bin] > bins->most) bins->most = bins->counts[bin];
}

static void describe_bin(const plot_bins* bins, int bin, const char* what, char* out, size_t size) {
    double from = value_at(&bins->x, (double)(bin - 1) / (PLOT_BINS - 1));
    double to = value_at(&bins->x, (double)bin / (PLOT_BINS - 1));
    long long count = (long long)bins->counts[bin];
    double share = bins->total > 0 ? 100.0 * (double)count / (double)bins->total : 0;
    if (bin == 0)
        snprintf(out, size, "%.4g: %lld %s (%.1f %%)", bins->x.least, count, what, share);
    else
        snprintf(out, size, "%.4g to %.4g: %lld %s (%.1f %%)", from, to, count, what, share);
}

void plot_show_bins(const plot_bins* bins, const char* what, SDL_Color color, float height) {
    enum { LABELS = 5 };
    double ticks[TICKS];
    char text[160];
    const plot_axis* x = &bins->x;
    double most = fmax((double)bins->most, 1);
    frame f = begin(height, gui_text_width(plot_number(most, 4, 0, text)) + gui_line_height() * 0.7f);
    float gap = gui_line_height() * 0.35f, width = (f.right - f.left) / PLOT_BINS;
    const double shares[] = {0, 0.25, 1}; // of the highest count; the bar height is its square root
    for (int i = 0; i < 3; i++) {
        float y = f.bottom - (float)sqrt(shares[i]) * (f.bottom - f.top);
        gui_canvas_line(f.left, y, f.right, y, faint(), 1);
        if (shares[i] * most == floor(shares[i] * most))
            gui_canvas_text(f.left - gap, y, 1, 0.5f, GUI_QUIET, plot_number(shares[i] * most, 4, 0, text));
    }
    snprintf(text, sizeof text, "%s by %s", what, x->title);
    gui_canvas_text(f.canvas.x, f.canvas.y, 0, 0, GUI_PLAIN, text);
    int under = -1;
    if (f.canvas.hovered && f.canvas.pointer_x >= f.left && f.canvas.pointer_x < f.right)
        under = (int)((f.canvas.pointer_x - f.left) / width);
    for (int i = 0; i < PLOT_BINS; i++) {
        float left = f.left + width * (float)i,
              top = f.bottom - (float)sqrt((double)bins->counts[i] / most) * (f.bottom - f.top);
        if (bins->counts[i] > 0)
            gui_canvas_box(left + 1, fminf(top, f.bottom - 1), left + width - 1, f.bottom, color);
        if (i == under) gui_canvas_box(left, f.top, left + width, f.bottom, gui_tone_color(GUI_PLAIN, 50));
    }
    // The axis of the values begins after the first bin, which is for the least value only.
    frame values = f;
    values.left += width;
    int count = ticks_of(x, LABELS, ticks);
    float free_from = f.left - gap;
    if (!x->logarithmic) { // when the least value is special, such as 0
        gui_canvas_text(f.left + width / 2, f.bottom + gap * 0.5f, 0.5f, 0, GUI_QUIET,
                        plot_number(x->least, 4, 0, text));
        free_from = f.left + width;
    }
    for (int i = 0; i < count; i++) {
        float at = x_at(&values, x, ticks[i]);
        const char* label = tick_text(x, ticks[i], LABELS, text);
        float half = gui_text_width(label) / 2;
        float left = fminf(fmaxf(at - half, f.left - gap), f.right - 2 * half);
        if (left < free_from) continue;
        gui_canvas_line(at, f.bottom, at, f.bottom + gap * 0.6f, faint(), 1);
        gui_canvas_text(left, f.bottom + gap * 0.5f, 0, 0, GUI_QUIET, label);
        free_from = left + 2 * half + gap;
    }
    if (under < 0 || under >= PLOT_BINS) return;
    describe_bin(bins, under, what, text, sizeof text);
    gui_tooltip(text);
}
