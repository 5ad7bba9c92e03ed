"use strict";
/*
 * Draws the page's data block. When all is drawn the root element says data-ready="true" and
 * data-charts="<how many>"; an uncaught error is shown on top of the page and as data-error.
 */
(() => {
  const root = document.documentElement;
  addEventListener("error", (event) => {
    root.dataset.error = event.message;
    const failure = document.getElementById("failure");
    failure.textContent = "This page could not draw all of its charts: " + event.message;
    failure.hidden = false;
  });

  const data = JSON.parse(document.getElementById("data").textContent);
  /** A person may have made several reports, and nothing here can see of how many people they are. */
  const asked = data.asked ?? "people";
  const question = document.querySelector("h1").textContent;

  // ---- Elements and numbers ------------------------------------------------------------------

  /** An element; text arrives as text nodes only, so that no label is ever read as markup. */
  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) {
        made.addEventListener(key.slice(2), value);
      } else if (value === true) {
        made.setAttribute(key, "");
      } else if (value !== false) {
        made.setAttribute(key, value);
      }
    }
    made.append(...children);
    return made;
  }

  const formats = new Map();

  /**
   * With this many digits after the point, zeros dropped down to `least` of them; thousands
   * grouped, a true minus and never "-0".
   */
  function fixed(value, digits, least = digits) {
    const key = least + "-" + digits;
    if (!formats.has(key)) {
      formats.set(
        key,
        new Intl.NumberFormat("en-US", {
          minimumFractionDigits: least,
          maximumFractionDigits: digits,
        }),
      );
    }
    const rounded = Number(value.toFixed(digits)) + 0;
    return formats.get(key).format(rounded).replace("-", "\u2212");
  }

  /** A number whose error is not known: integers whole, others to four places at least. */
  function plain(value) {
    if (Number.isInteger(value) && Math.abs(value) < 1e15) {
      return fixed(value, 0);
    }
    const size = Math.abs(value);
    return size >= 1e-4 && size < 1e15
      ? fixed(value, Math.max(0, 3 - Math.floor(Math.log10(size))), 0)
      : value.toExponential(3).replaceAll("-", "\u2212");
  }

  /** A number to the place where its error, > 0, has two digits, yet whole numbers in full. */
  function near(value, error) {
    if (value === null) {
      return "not known";
    }
    return error > 0
      ? fixed(value, Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(error)))))
      : plain(value);
  }

  /** What a step of post-processing made of the raw estimates. */
  const madeConsistent = (step) => `made consistent (${step})`;
  /** Whether the reader wants these beside the estimates. */
  let showsConsistent = false;
  const consistent = (chart) => (showsConsistent ? chart.consistent : []);
  /** What is drawn and said of an item: the best guess where there is one. */
  const guess = (chart, i) => (chart.best ?? chart.estimate)[i];
  /** An end of an interval, cut to what counts can be; tables have it whole. */
  const possible = (chart, end) =>
    chart.additive && chart.disjoint && chart.n > 0 ? Math.min(chart.n, Math.max(0, end)) : end;
  const percent = (fraction) => Number((100 * fraction).toPrecision(6)) + " %";
  const short = (label) => {
    const letters = Array.from(label);
    return letters.length > 16 ? letters.slice(0, 15).join("") + "\u2026" : label;
  };
  const color = (name) => getComputedStyle(root).getPropertyValue("--" + name).trim();
  const range = (size) => Array.from({ length: size }, (_, i) => i);

  // ---- Charts --------------------------------------------------------------------------------

  /** Draws dataset.intervals[i] = [lower, upper] as a whisker through mark i. */
  const whiskers = {
    id: "whiskers",
    afterDatasetsDraw(chart) {
      const { ctx, chartArea: area, scales } = chart;
      const y = (value) =>
        value <= scales.y.min ? area.bottom + 9 : scales.y.getPixelForValue(value);
      ctx.save();
      ctx.beginPath();
      ctx.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      ctx.clip();
      chart.data.datasets.forEach((set, place) => {
        if (!set.intervals || !chart.isDatasetVisible(place)) {
          return;
        }
        const marks = chart.getDatasetMeta(place).data;
        let room = area.right - area.left;
        for (let i = 1; i < marks.length; i++) {
          room = Math.min(room, marks[i].x - marks[i - 1].x);
        }
        const cap = room < 7 ? 0 : Math.min(5, (marks[0].width ?? room) * 0.3);
        ctx.strokeStyle = set.whisker;
        // Where whiskers touch they make a band, and the marks must show through it.
        ctx.globalAlpha = room < 2.5 ? 0.35 : 0.85;
        ctx.lineWidth = room < 4 ? 1 : 1.5;
        ctx.beginPath();
        set.intervals.forEach((interval, i) => {
          if (interval[0] === interval[1]) {
            return;
          }
          const x = marks[i].x;
          const [lower, upper] = interval.map(y);
          ctx.moveTo(x, lower);
          ctx.lineTo(x, upper);
          for (const end of cap ? [lower, upper] : []) {
            ctx.moveTo(x - cap, end);
            ctx.lineTo(x + cap, end);
          }
        });
        ctx.stroke();
      });
      ctx.restore();
    },
  };

  /** The options that all charts share, with these axes and this tooltip. */
  function options(x, y, tooltip) {
    const ink = color("ink");
    const soft = color("soft");
    const grid = color("grid");
    // As listed, although the truth is drawn last.
    const sort = (a, b) => a.datasetIndex - b.datasetIndex;
    const labels = { usePointStyle: true, color: ink, boxHeight: 8, sort };
    const axis = (settings) => ({
      ...settings,
      title: { display: settings.label !== "", text: settings.label, color: soft },
      ticks: { color: soft, ...settings.ticks },
      grid: {
        color: (line) => (line.tick?.value === 0 && settings.zero ? soft : grid),
        ...settings.grid,
      },
      border: { color: soft },
    });
    return {
      animation: false,
      maintainAspectRatio: false,
      locale: "en-US",
      interaction: { mode: "index", intersect: false },
      plugins: {
        legend: { align: "start", labels },
        tooltip,
      },
      scales: { x: axis(x), y: axis({ zero: true, ...y }) },
    };
  }

  const drawn = [];

  /** Draws what `describe` gives, now and again when colors change. */
  function draw(canvas, describe, extra = whiskers) {
    const entry = {
      chart: new Chart(canvas, { ...describe(), plugins: [extra] }),
      redraw() {
        // Series switched off in the legend stay off.
        const next = describe();
        next.data.datasets.forEach((set, place) => {
          set.hidden = !this.chart.isDatasetVisible(place);
        });
        this.chart.destroy();
        this.chart = new Chart(canvas, { ...next, plugins: [extra] });
      },
    };
    drawn.push(entry);
    return entry;
  }

  /** A figure at the end of `page`: chart.js measures a canvas as it draws, so it must be there. */
  function figure(page, title, caption, label) {
    const canvas = element("canvas", { role: "img", "aria-label": label });
    const made = element(
      "figure",
      {},
      element("figcaption", {}, ...(title === question ? [] : [element("strong", {}, title)]), caption),
      element("div", { class: "canvas" }, canvas),
    );
    page.append(made);
    return { made, canvas };
  }

  const markers = ["circle", "rectRot", "triangle", "rect", "star", "crossRot"];
  const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 4], [1, 2]];

  /** Ticks of a logarithmic axis: 1, 2, 5, and over more than three decades powers of ten alone. */
  const decades = {
    afterBuildTicks(scale) {
      const named = scale.max / scale.min > 1e3 ? [1] : [1, 2, 5];
      const inside = scale.ticks.filter(({ value }) => value >= scale.min && value <= scale.max);
      const chosen = inside.filter(({ value }) =>
        named.includes(Number(value.toExponential(6).split("e")[0])),
      );
      // A narrow axis may pass between all of them.
      scale.ticks = chosen.length > 1 ? chosen : inside;
    },
    ticks: { callback: (value) => plain(value), maxRotation: 0 },
  };

  /** A place on an axis, by its name where it has one. */
  const at = (axis, x) => axis.names[x] ?? plain(x);

  /** Ticks of an axis whose places have names. */
  const named = (axis) => ({
    ticks: { precision: 0, maxRotation: 60, callback: (x) => axis.names[x] ?? "" },
  });

  function lines(page, chart) {
    const thinned = chart.lines.filter((line) => line.x.length < line.total_points);
    const caption = [];
    if (chart.lines.some((line) => line.lower.some((lower, i) => lower < line.upper[i]))) {
      caption.push("Whiskers: each point's interval.");
    }
    if (chart.lines.some((line) => line.marked)) {
      caption.push("A large point: a certain change from the period before. All else may be chance.");
    }
    for (const line of thinned) {
      caption.push(
        `Of the ${plain(line.total_points)} points of ${line.name}, ${plain(line.x.length)} evenly spaced ones are drawn.`,
      );
    }
    const { canvas } = figure(
      page,
      chart.title,
      caption.join(" "),
      `${chart.title}: ${chart.y.label} against ${chart.x.label}; the numbers are in the table below.`,
    );
    const axis = (given) =>
      given.logarithmic
        ? { type: "logarithmic", label: given.label, ...decades }
        : { type: "linear", label: given.label, ...(given.names.length ? named(given) : {}) };
    const ends = chart.lines.flatMap((line) => line.lower.concat(line.upper));
    const low = chart.lines.flatMap((line) =>
      line.lower.map((lower, i) => (chart.y.logarithmic && lower <= 0 ? line.y[i] : lower)),
    );
    draw(canvas, () => ({
      type: "line",
      data: {
        datasets: chart.lines.map((line, place) => {
          const ink = color("series-" + ((place % 6) + 1));
          const many = line.x.length > 60;
          return {
            label: line.name,
            data: line.x.map((x, i) => ({ x, y: line.y[i] })),
            intervals: line.x.map((_, i) => [line.lower[i], line.upper[i]]),
            whisker: ink,
            borderColor: ink,
            backgroundColor: ink,
            borderWidth: 2,
            // The seventh line has the first one's color, and another dash.
            borderDash: dashes[Math.floor(place / 6 + place) % 6],
            pointStyle: markers[place % 6],
            pointRadius: line.marked
              ? line.x.map((x) => (line.marked.includes(x) ? 7 : many ? 0 : 2))
              : many
                ? 0
                : 3.5,
            pointBorderWidth: 1.5,
          };
        }),
      },
      options: {
        ...options(
          { ...axis(chart.x), bounds: "data" },
          {
            ...axis(chart.y),
            suggestedMin: low.reduce((a, b) => Math.min(a, b)),
            suggestedMax: ends.reduce((a, b) => Math.max(a, b)),
          },
          {
            callbacks: {
              title: (hits) => (hits.length ? `${chart.x.label}: ${at(chart.x, hits[0].parsed.x)}` : ""),
              label: (hit) => {
                const [lower, upper] = hit.dataset.intervals[hit.dataIndex];
                const interval =
                  lower < upper ? ` [${plain(lower)}, ${plain(upper)}]` : "";
                return `${hit.dataset.label}: ${plain(hit.parsed.y)}${interval}`;
              },
            },
          },
        ),
        // Lines need not share their x: each takes the point nearest to the pointer.
        interaction: { mode: "nearest", axis: "x", intersect: false },
      },
    }));
  }

  function linesTable(chart) {
    const rows = chart.lines.flatMap((line) =>
      line.x.map((x, i) => [line.name, x, line.y[i], line.lower[i], line.upper[i]]),
    );
    const heads = ["line", chart.x.label, chart.y.label, "lower", "upper"];
    return element(
      "details",
      {},
      element("summary", {}, "The curves' numbers"),
      table(
        chart.title,
        heads.map((label, column) => ({
          label,
          value: (i) => rows[i][column],
          text: (i) =>
            column === 1 ? at(chart.x, rows[i][1]) : column ? plain(rows[i][column]) : rows[i][0],
        })),
        rows.length,
      ),
    );
  }

  // ---- Maps ----------------------------------------------------------------------------------

  /** From few to many; even steps look even, in grey too. */
  const heat = ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"].map((hex) =>
    [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)),
  );

  /** The colour of a share in [0, 1] of the scale. */
  function heatColor(share) {
    const place = Math.min(0.9999, Math.max(0, share)) * (heat.length - 1);
    const at = Math.floor(place);
    const mixed = heat[at].map((low, i) =>
      Math.round(low + (place - at) * (heat[at + 1][i] - low)),
    );
    return `rgb(${mixed.join(",")})`;
  }

  /** Draws dataset.edges, pairs of places in the data, as lines below the nodes. */
  const streets = {
    id: "streets",
    beforeDatasetsDraw(chart) {
      const { ctx } = chart;
      ctx.save();
      ctx.strokeStyle = color("grid");
      ctx.lineWidth = 1;
      chart.data.datasets.forEach((set, place) => {
        const nodes = chart.getDatasetMeta(place).data;
        ctx.beginPath();
        for (let edge = 0; edge < set.edges.length; edge += 2) {
          ctx.moveTo(nodes[set.edges[edge]].x, nodes[set.edges[edge]].y);
          ctx.lineTo(nodes[set.edges[edge + 1]].x, nodes[set.edges[edge + 1]].y);
        }
        ctx.stroke();
      });
      ctx.restore();
    },
  };

  /** One picture a series, on one scale: the square root of what a number is of the largest. */
  function maps(page, chart) {
    const place = data.places[chart.place];
    const all = chart.series.flatMap((series) => series.values).sort((a, b) => a - b);
    const top = Math.max(all[Math.floor(0.998 * (all.length - 1))], Number.MIN_VALUE);
    const share = (value) => Math.sqrt(Math.max(0, value) / top);
    const [left, right] = [Math.min(...place.x), Math.max(...place.x)];
    const [low, high] = [Math.min(...place.y), Math.max(...place.y)];
    const [width, height] = [right - left || 1, high - low || 1];
    // Nodes touch their neighbours: half of what lies between the two ends of a usual edge.
    const apart = range(place.edges.length / 2)
      .map((edge) => place.edges.slice(2 * edge, 2 * edge + 2))
      .map(([a, b]) => Math.hypot(place.x[a] - place.x[b], place.y[a] - place.y[b]))
      .sort((a, b) => a - b);
    const step = apart[apart.length >> 1] ?? Math.sqrt((width * height) / place.x.length);
    const key = element("span", { class: "key" });
    for (const mark of range(9)) {
      const box = element("span", { class: "swatch", title: plain(top * (mark / 8) ** 2) });
      box.style.backgroundColor = heatColor(mark / 8);
      key.append(box);
    }
    page.append(
      element(
        "p",
        { class: "scale" },
        element("strong", {}, chart.title),
        ` Colours run from 0 and below to ${plain(top)} ${chart.unit} and above, by the square root: `,
        key,
      ),
    );
    const row = element("div", { class: "maps" });
    page.append(row);
    for (const series of chart.series) {
      const { canvas } = figure(
        row,
        series.name,
        "",
        `${chart.title}: a map of ${plain(series.values.length)} nodes, coloured by ${series.name}.`,
      );
      const room = canvas.parentElement.clientWidth;
      canvas.parentElement.style.height = Math.round(Math.min(1.6, height / width) * room) + "px";
      const radius = Math.max(1, Math.min(12, (0.72 * step * room) / width));
      draw(
        canvas,
        () => ({
          type: "scatter",
          data: {
            datasets: [
              {
                label: series.name,
                data: place.x.map((x, i) => ({ x, y: place.y[i] })),
                edges: place.edges,
                clip: false, // nodes on the rim are whole
                backgroundColor: series.values.map((value) => heatColor(share(value))),
                borderWidth: 0,
                pointRadius: radius,
                pointHoverRadius: radius + 2,
              },
            ],
          },
          options: {
            animation: false,
            maintainAspectRatio: false,
            layout: { padding: radius + 1 },
            interaction: { mode: "nearest", intersect: false },
            plugins: {
              legend: { display: false },
              tooltip: {
                displayColors: false,
                callbacks: {
                  label: (hit) => `node ${hit.dataIndex}: ${plain(series.values[hit.dataIndex])} ${chart.unit}`,
                },
              },
            },
            scales: {
              x: { display: false, min: left, max: right },
              y: { display: false, min: low, max: high },
            },
          },
        }),
        streets,
      );
    }
  }

  /** A table whose cells are coloured by the square root of what a number is of the largest. */
  function cross(page, chart) {
    const top = Math.max(...chart.values.map((value) => value ?? 0), Number.MIN_VALUE);
    const cell = (value) => {
      const made = element("td", {}, value === null ? "" : plain(value));
      if (value !== null) {
        const share = Math.sqrt(Math.max(0, value) / top);
        made.style.backgroundColor = heatColor(share);
        made.style.color = share > 0.6 ? "#000" : "#fff"; // from that green on black is read better
      }
      return made;
    };
    const head = element(
      "tr",
      {},
      element("th", {}, ...(chart.up ? [`${chart.up} \u2193`, element("br"), `${chart.across} \u2192`] : [])),
      ...chart.columns.map((label) => element("th", { scope: "col" }, element("span", {}, label))),
    );
    const body = chart.rows.map((label, row) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, label),
        ...chart.columns.map((_, i) => cell(chart.values[row * chart.columns.length + i])),
      ),
    );
    const narrow = chart.columns.length > 7; // names stand upright
    page.append(
      element("p", { class: "scale" }, element("strong", {}, chart.title), ` In ${chart.unit}.`),
      element(
        "div",
        { class: "scroll" },
        element(
          "table",
          { class: narrow ? "cross narrow" : "cross" },
          element("thead", {}, head),
          element("tbody", {}, ...body),
        ),
      ),
    );
  }

  /** Whether a count's interval holds 0, or a mean rests on few people. */
  const isUnsure = (chart, i) =>
    chart.unsure ? chart.unsure[i] : chart.additive && chart.lower[i] <= 0 && 0 <= chart.upper[i];
  /** Bars begin at 0, dots need not. */
  const hasBars = (chart) => chart.additive || Boolean(chart.unsure);

  function bars(page, chart) {
    const size = chart.item.length;
    const total = chart.total_items;
    const byItem = range(size);
    const byEstimate = range(size).sort(
      (a, b) => guess(chart, b) - guess(chart, a) || chart.estimate[b] - chart.estimate[a] || a - b,
    );
    const number = (value, i) => near(value, chart.standard_error[i]);
    const name = chart.best ? "best guess" : "estimate";
    const interval = (i) => `[${number(chart.lower[i], i)}, ${number(chart.upper[i], i)}]`;
    const view = {
      order: total > data.whole && !chart.ordered ? byEstimate : byItem,
      from: 0,
      length: total > data.whole ? 50 : size,
    };
    const window = () => view.order.slice(view.from, view.from + view.length);

    const caption = [
      `${chart.best ? "Best guesses" : "Estimates"}${chart.additive ? ` in ${chart.unit}` : ""}${chart.n ? ` from ${plain(chart.n)} reports` : ""}. Whiskers: ${percent(chart.confidence)} intervals, each on its own.`,
    ];
    if (chart.truth) {
      caption.push(
        `The intervals of ${plain(chart.covered)} of ${plain(total)} items hold the truth (${fixed((100 * chart.covered) / total, 1)} %).`,
      );
    }
    if (size < total) {
      caption.push(
        `This file keeps the ${plain(size)} items with the largest estimates; ${plain(total - size)} items are left out of bars, table and CSV.`,
      );
    }
    const { made, canvas } = figure(
      page,
      chart.title,
      caption.join(" "),
      `${chart.title}: ${hasBars(chart) ? "bars" : "dots"} with intervals; the numbers are in the table below.`,
    );
    const picture = draw(canvas, () => {
      const now = window();
      const pick = (values) => now.map((i) => values[i]);
      // A dash as wide as the item's bars.
      const dash = ({ chart: { chartArea } }) =>
        Math.min(60, Math.max(2, (0.42 * (chartArea?.width ?? 0)) / now.length));
      const datasets = [
        {
          label: name,
          data: now.map((i) => guess(chart, i)),
          intervals: now.map((i) => [possible(chart, chart.lower[i]), possible(chart, chart.upper[i])]),
          whisker: color("whisker"),
          backgroundColor: now.map((i) => color(isUnsure(chart, i) ? "unsure" : "bar")),
          pointStyle: "rect",
          ...(hasBars(chart) ? {} : { type: "line", showLine: false, pointStyle: "circle", pointRadius: 5 }),
        },
        ...consistent(chart).map((series, place) => ({
          label: madeConsistent(series.name),
          data: pick(series.values),
          backgroundColor: color("step-" + ((place % 3) + 1)),
          pointStyle: "rect",
        })),
      ].map((set) => ({
        ...set,
        maxBarThickness: 48,
        categoryPercentage: now.length > 100 ? 0.95 : 0.8,
        barPercentage: 0.95,
      }));
      if (chart.truth) {
        datasets.push({
          type: "line",
          label: "truth",
          data: pick(chart.truth),
          showLine: false,
          pointStyle: "line",
          borderColor: color("truth"),
          pointBorderWidth: 2.5,
          pointRadius: dash,
          pointHoverRadius: dash,
          order: -1,
        });
      }
      const extremes = (key, best) =>
        now
          .filter((i) => chart[key][i] !== null)
          .reduce((a, i) => best(a, possible(chart, chart[key][i])), hasBars(chart) ? 0 : chart[key][now[0]]);
      return {
        type: "bar",
        data: { labels: pick(chart.item), datasets },
        options: options(
          {
            label: chart.items,
            grid: { display: false },
            ticks: {
              maxRotation: 60,
              ...(chart.unsure
                ? { color: (at) => color(chart.unsure[now[at.tick?.value]] ? "unsure" : "soft") }
                : {}),
              callback(value) {
                return short(this.getLabelForValue(value));
              },
            },
          },
          {
            label: chart.unit,
            beginAtZero: hasBars(chart),
            suggestedMin: extremes("lower", Math.min),
            suggestedMax: extremes("upper", Math.max),
          },
          {
            callbacks: {
              label: (hit) => {
                const i = now[hit.dataIndex];
                return hit.dataset.intervals
                  ? `${chart.best ? `best guess: ${number(chart.best[i], i)}, ` : ""}estimate: ${number(chart.estimate[i], i)} \u00b1 ${number(chart.standard_error[i], i)} (standard error), interval ${interval(i)}`
                  : `${hit.dataset.label}: ${number(hit.parsed.y, i)}`;
              },
            },
          },
        ),
      };
    });
    if (size > data.whole) {
      made.append(windowControls(view, size, { byItem, byEstimate }, () => picture.redraw()));
    }
  }

  /** Chooses which of many bars are drawn. */
  function windowControls(view, size, { byItem, byEstimate }, redraw) {
    const where = element("output");
    const back = element("button", { type: "button", onclick: () => move(-1) }, "Previous");
    const on = element("button", { type: "button", onclick: () => move(1) }, "Next");
    const choice = (values, chosen, change) =>
      element(
        "select",
        { onchange: (event) => change(event.target.value) },
        ...values.map(([value, text]) =>
          element("option", { value, selected: value === chosen }, text),
        ),
      );
    function show() {
      const last = Math.min(size, view.from + view.length);
      where.textContent = `bars ${plain(view.from + 1)}\u2013${plain(last)} of ${plain(size)}`;
      back.disabled = view.from === 0;
      on.disabled = last === size;
    }
    function move(windows) {
      view.from = Math.max(0, view.from + windows * view.length);
      redraw();
      show();
    }
    const orders = { estimate: byEstimate, item: byItem };
    const lengths = [25, 50, 100, 200, 500].filter((length) => length < size).concat(size);
    show();
    return element(
      "div",
      { class: "controls" },
      element(
        "label",
        {},
        "Order ",
        choice([["estimate", "largest first"], ["item", "by item"]], view.order === byItem ? "item" : "estimate", (order) => {
          view.order = orders[order];
          view.from = 0;
          move(0);
        }),
      ),
      element(
        "label",
        {},
        "Bars at a time ",
        choice(lengths.map((length) => [length, plain(length)]), view.length, (length) => {
          view.length = Number(length);
          view.from -= view.from % view.length;
          move(0);
        }),
      ),
      back,
      on,
      where,
    );
  }

  // ---- Tables --------------------------------------------------------------------------------

  const FIRST_ROWS = 100;

  /** A table sorted by a click on a column's head, at first by column `first`; `foot`: lines below. */
  function table(title, columns, size, { foot = [], first = -1 } = {}) {
    let order = range(size);
    let sorted = { column: -1, falling: false };
    let limit = FIRST_ROWS;
    const body = element("tbody");
    const more = element(
      "button",
      {
        type: "button",
        onclick: () => {
          limit = size;
          fill();
        },
      },
      `Show all ${plain(size)} rows`,
    );
    function fill() {
      body.replaceChildren(
        ...order.slice(0, limit).map((i) =>
          element(
            "tr",
            {},
            ...columns.map((column, place) =>
              element(
                place ? "td" : "th",
                {
                  ...(place ? {} : { scope: "row" }),
                  ...(column.raw ? { title: column.raw(i) } : {}),
                  ...(column.mark?.(i) ? { class: column.mark(i) } : {}),
                },
                column.text(i),
              ),
            ),
          ),
        ),
      );
      more.hidden = limit >= size;
      caption.textContent =
        title + (limit < size ? ` \u2014 the first ${plain(limit)} of ${plain(size)} rows` : "");
    }
    const heads = columns.map((column, place) =>
      element(
        "th",
        { scope: "col", "aria-sort": "none" },
        element("button", { type: "button", onclick: () => sort(place) }, column.label),
      ),
    );
    function sort(place) {
      const { value } = columns[place];
      const falling =
        sorted.column === place ? !sorted.falling : typeof value(0) === "number";
      sorted = { column: place, falling };
      const compare = (a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0);
      order = range(size).sort((a, b) => (falling ? compare(b, a) : compare(a, b)) || a - b);
      heads.forEach((head, i) =>
        head.setAttribute(
          "aria-sort",
          i !== place ? "none" : falling ? "descending" : "ascending",
        ),
      );
      fill();
    }
    const caption = element("caption");
    if (first >= 0) {
      sort(first);
    } else {
      fill();
    }
    return element(
      "div",
      {},
      element(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": title },
        element(
          "table",
          {},
          caption,
          element("thead", {}, element("tr", {}, ...heads)),
          body,
          ...(foot.length
            ? [
                element(
                  "tfoot",
                  {},
                  ...foot.map((line) =>
                    element("tr", {}, element("td", { colspan: columns.length }, line)),
                  ),
                ),
              ]
            : []),
        ),
      ),
      element("div", { class: "controls" }, more),
    );
  }

  function barsTable(chart, label) {
    const size = chart.item.length;
    const number = (value, i) => near(value, chart.standard_error[i]);
    const of = (name, values) => ({
      label: name,
      value: (i) => values[i],
      text: (i) => number(values[i], i),
      raw: (i) => String(values[i]),
    });
    const columns = [
      {
        label: chart.items || "item",
        // Items with an order of their own are sorted by it, others by name.
        value: (i) => (chart.ordered ? i : chart.item[i]),
        text: (i) => chart.item[i],
      },
      ...(chart.best ? [of("best guess", chart.best)] : []),
      {
        label: "estimate \u00b1 standard error",
        value: (i) => chart.estimate[i],
        text: (i) =>
          (isUnsure(chart, i) ? "~ " : "") +
          number(chart.estimate[i], i) +
          (chart.estimate[i] === null ? "" : ` \u00b1 ${number(chart.standard_error[i], i)}`),
        mark: (i) => (isUnsure(chart, i) ? "unsure" : ""),
        raw: (i) => `${chart.estimate[i]} \u00b1 ${chart.standard_error[i]}`,
      },
      of("lower", chart.lower),
      of("upper", chart.upper),
      ...consistent(chart).map((series) => of(madeConsistent(series.name), series.values)),
    ];
    if (chart.truth) {
      const held = (i) => chart.lower[i] <= chart.truth[i] && chart.truth[i] <= chart.upper[i];
      columns.push(
        { ...of("truth", chart.truth), text: (i) => plain(chart.truth[i]) },
        {
          label: "in interval",
          value: (i) => Number(held(i)),
          text: (i) => (held(i) ? "yes" : "no"),
          mark: (i) => (held(i) ? "" : "missed"),
        },
      );
    }
    const total = chart.total_items;
    const largest = Math.max(...chart.standard_error);
    const sum = chart.estimate.reduce((a, b) => a + b, 0);
    const foot = [];
    const unsure = range(size).filter((i) => isUnsure(chart, i)).length;
    if (unsure) {
      const why = chart.unsure
        ? "rest on too few people for a sure number."
        : "are not distinguishable from 0: their intervals hold it.";
      foot.push(`~ ${plain(unsure)} of ${plain(size)} ${why}`);
    }
    if (chart.disjoint && total > 1) {
      foot.push(
        `All ${plain(total)} estimates add up to ${near(chart.total, largest)} ${chart.unit}` +
          (size < total
            ? `; the ${plain(size)} shown to ${near(sum, largest)}, the ${plain(total - size)} left out to ${near(chart.total - sum, largest)}.`
            : "."),
      );
    }
    if (chart.additive && chart.rank) {
      const chance = (total * (1 - chart.confidence)) / 2;
      foot.push(
        `${plain(chart.above_zero)} of ${plain(total)} intervals lie wholly above 0; were every true number 0, about ${plain(Math.round(chance))} would, by chance.`,
      );
    }
    const made = table(`${chart.title} (${chart.unit})`, columns, size, {
      foot,
      first: chart.rank && !chart.ordered ? 1 : -1,
    });
    const header = ["item", "estimate", "standard_error", "lower", "upper"];
    const values = [chart.item, chart.estimate, chart.standard_error, chart.lower, chart.upper];
    if (chart.truth) {
      header.push("truth");
      values.push(chart.truth);
    }
    for (const series of chart.consistent) {
      header.push(series.name);
      values.push(series.values);
    }
    if (chart.best) {
      header.push("best");
      values.push(chart.best);
    }
    made.lastChild.append(
      element(
        "button",
        { type: "button", onclick: () => download(label, header, values) },
        "Download unrounded, as CSV",
      ),
    );
    return made;
  }

  function download(label, header, columns) {
    const cell = (value) => {
      const text = String(value ?? "");
      return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
    };
    const rows = columns[0].map((_, i) => columns.map((column) => cell(column[i])).join(","));
    const csv = [header.map(cell).join(","), ...rows, ""].join("\n");
    const url = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
    const name = label.replace(/[^\p{L}\p{N}=._-]+/gu, "_") + ".csv";
    element("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  // ---- The answer in words -------------------------------------------------------------------

  /** The middle of the half widths of intervals, and how many reports they rest on. */
  function typicalError(chart) {
    const of = chart.kind === "bars" ? chart : chart.kind === "lines" ? chart.lines[0] : { lower: [] };
    const widths = of.lower
      .map((lower, i) => (of.upper[i] - lower) / 2)
      .filter((_, i) => of.lower[i] !== null)
      .sort((a, b) => a - b);
    const half = widths.length ? widths[widths.length >> 1] : 0;
    // Counts grow with the people they count; means do not.
    const counts = chart.kind === "bars" ? chart.additive : chart.cumulative;
    const single = widths.length === 1;
    return half > 0 && chart.n > 0
      ? { half, n: chart.n, counts, single, confidence: chart.confidence }
      : null;
  }

  /** Two digits, for an error. */
  const rough = (error) => near(error, error);

  function barsAnswer(chart) {
    const size = chart.item.length;
    const unit = chart.additive ? ` ${chart.unit}` : "";
    const order = range(size).sort((a, b) => chart.estimate[b] - chart.estimate[a] || a - b);
    const number = (value, i) => near(value, chart.standard_error[i]);
    const whole = (i) =>
      `${number(guess(chart, i), i)}${unit} (${percent(chart.confidence)} interval ` +
      `${number(possible(chart, chart.lower[i]), i)} to ${number(possible(chart, chart.upper[i]), i)})`;
    if (size === 1) {
      return chart.estimate[0] === null ? "" : `${chart.title} is ${whole(0)}.`;
    }
    if (chart.levels.length) {
      return rangesAnswer(chart, whole);
    }
    const name = (i) => chart.item[i];
    const [first, ...others] = order;
    if (!chart.additive) {
      const sure = order.filter((i) => !isUnsure(chart, i));
      if (sure.length < 2) {
        return "";
      }
      const [most, least] = [sure[0], sure[sure.length - 1]];
      return `${chart.title} is largest for ${name(most)}, ${whole(most)}, and smallest for ${name(least)}, ${whole(least)}.`;
    }
    const { largest } = chart; // the items that may be it, and an interval of its count
    const between = (lower, upper, i) =>
      [lower, upper].map((end) => number(possible(chart, end), i)).join(" to ");
    const ends = between(largest.lower, largest.upper, first);
    if (largest.of > 1) {
      const named = `${largest.of > largest.items.length ? "among them " : ""}${largest.items.join(", ")}`;
      return `The largest is one of these ${plain(largest.of)}: ${named}. It has ${ends}${unit} (${percent(chart.confidence)} interval).`;
    }
    // Picked for their estimates: intervals that hold for all items at once, the first one's too.
    const end = (own, i) => chart.estimate[i] + largest.wider * (own[i] - chart.estimate[i]);
    const held = (i) => between(end(chart.lower, i), end(chart.upper, i), i);
    const next = others
      .slice(0, 4)
      .filter((i) => end(chart.lower, i) > 0)
      .map((i) => `${name(i)} with ${number(guess(chart, i), i)} (${held(i)})`);
    const last = next.pop();
    const then = last ? `, then ${next.length ? `${next.join(", ")} and ` : ""}${last}` : "";
    return `${name(first)} is largest with ${number(guess(chart, first), first)}${unit} (${percent(chart.confidence)} interval ${last ? held(first) : ends})${then}.`;
  }

  /** The answer of one range of many, from one level to another, which the reader chooses. */
  function rangesAnswer(chart, whole) {
    const { levels } = chart;
    const box = (id, label, chosen) =>
      element(
        "label",
        {},
        `${label} `,
        element(
          "select",
          { id, onchange: () => say() },
          ...levels.map((level, i) => element("option", { value: i, selected: i === chosen }, level)),
        ),
      );
    const from = box("from", "From", Math.floor(levels.length / 4));
    const to = box("to", "to", Math.ceil((3 * levels.length) / 4) - 1);
    const says = element("output", { for: "from to" });
    function say() {
      const ends = [from, to].map((label) => Number(label.lastChild.value));
      const [low, high] = [Math.min(...ends), Math.max(...ends)];
      const i = chart.item.indexOf(low === high ? levels[low] : `${levels[low]} to ${levels[high]}`);
      says.textContent = i < 0 ? "this range is left out of the file." : `${whole(i)}.`;
    }
    say();
    return element("span", { class: "ranges" }, from, " ", to, ": ", says);
  }

  /** Where a count of the people up to x passes half of them; of other curves nothing. */
  function curveAnswer(chart) {
    const { x, y } = chart.lines[0];
    const half = y.findIndex((people) => people >= chart.n / 2);
    return chart.cumulative && half >= 0
      ? `About half of the people are at or below ${plain(x[half])}.`
      : "";
  }

  function answer(section) {
    const place = document.getElementById("answer");
    place.replaceChildren(...section.alerts.map((alert) => element("p", { class: "alert" }, alert)));
    place.append(...section.sentences.map((sentence) => element("p", { class: "answer" }, sentence)));
    const answered = section.sentences.length ? [] : section.charts.filter((chart) => chart.n > 0);
    const several = new Set(answered.map((chart) => chart.items)).size > 1;
    for (const chart of answered) {
      const sentence = chart.kind === "bars" ? barsAnswer(chart) : curveAnswer(chart);
      const of = several && chart.items ? `${chart.items}: ` : ""; // which of the columns
      place.append(...(sentence ? [element("p", { class: "answer" }, of, sentence)] : []));
    }
    // Numbers that a sentence explains, each in a unit of its own, have no typical error.
    const error = section.charts
      .filter((chart) => !section.sentences.length || chart.kind !== "bars" || chart.additive)
      .map(typicalError)
      .find((found) => found);
    if (error) {
      const share = error.counts ? `, ${percent(Number((error.half / error.n).toPrecision(2)))} of all ${plain(error.n)}` : "";
      place.append(
        element(
          "p",
          {},
          `${error.single ? "This" : "A typical answer"} is within \u00b1 ${rough(error.half)}${error.counts ? " people" : ""} of the truth in ${percent(error.confidence)} of cases${share}. ` +
            `With four times as many ${asked}, ${plain(4 * error.n)}, ${error.counts ? "that share" : "it"} would be half as large.`,
        ),
      );
    }
    whatIf(error);
  }

  /** How far the error would be with other people and another epsilon; needs no network. */
  function whatIf(error) {
    const place = document.getElementById("what-if");
    place.replaceChildren();
    place.hidden = !error;
    if (!error) {
      return;
    }
    const people = element("input", { type: "number", min: 1, step: 1, value: error.n, id: "people" });
    const epsilons = data.errors.map((at) => at.epsilon);
    const nearest = epsilons.reduce(
      (best, epsilon, i) => (Math.abs(epsilon - data.epsilon) < Math.abs(epsilons[best] - data.epsilon) ? i : best),
      0,
    );
    const slider = element("input", {
      type: "range", min: 0, max: Math.max(0, epsilons.length - 1), step: 1, value: nearest, id: "epsilon",
    });
    const result = element("output", { id: "forecast", for: "epsilon people" });
    const chosen = element("output", { for: "epsilon" });
    function forecast() {
      const n = Math.max(1, Math.floor(Number(people.value)) || 1);
      const at = data.errors[Number(slider.value)];
      const factor = at ? at.factor : 1;
      const grown = error.counts ? Math.sqrt(n / error.n) : Math.sqrt(error.n / n);
      const half = error.half * factor * grown;
      chosen.textContent = at ? plain(at.epsilon) : "";
      const share = half / n;
      result.textContent =
        `${error.single ? "The" : "A typical"} answer would be within \u00b1 ${rough(half)}` +
        (error.counts
          ? ` people, ${share >= 1 ? "more than there are: nothing would be learnt" : percent(Number(share.toPrecision(2))) + " of all"}.`
          : ".");
    }
    people.addEventListener("input", forecast);
    slider.addEventListener("input", forecast);
    place.append(
      element("h2", {}, "What if?"),
      element(
        "div",
        { class: "controls" },
        element("label", {}, asked === "people" ? "People " : "Reports ", people),
        ...(data.errors.length ? [element("label", {}, asked === "people" ? "Epsilon " : "Epsilon of a report ", slider, " ", chosen)] : []),
      ),
      element("p", {}, result),
    );
    forecast();
  }

  // ---- Page ----------------------------------------------------------------------------------

  function show(section) {
    for (const entry of drawn.splice(0)) {
      entry.chart.destroy();
    }
    answer(section);
    const page = document.getElementById("charts");
    page.replaceChildren();
    if (data.sections.length > 1) {
      page.append(element("h3", {}, section.label));
    }
    const steps = section.charts.flatMap((chart) => chart.consistent ?? []).map((series) => series.name);
    if (steps.length) {
      const change = (event) => {
        showsConsistent = event.target.checked;
        show(section);
        document.getElementById("consistent").focus();
      };
      const box = element("input", { type: "checkbox", id: "consistent", checked: showsConsistent, onchange: change });
      const label = `Show values ${madeConsistent([...new Set(steps)].join(", "))}, too`;
      page.append(element("div", { class: "controls" }, element("label", {}, box, " ", label)));
    }
    for (const chart of section.charts) {
      if (chart.kind === "bars") {
        // One dot says nothing that the answer and the table do not.
        if (chart.additive || chart.total_items > 1) {
          bars(page, chart);
        }
        if (chart.rank) {
          lines(page, chart.rank);
        }
        page.append(barsTable(chart, section.label));
      } else if (chart.kind === "map") {
        maps(page, chart);
      } else if (chart.kind === "cross") {
        cross(page, chart);
      } else {
        lines(page, chart);
        page.append(linesTable(chart));
      }
    }
    root.dataset.charts = drawn.length;
  }

  function chooser() {
    const select = element(
      "select",
      { id: "group", onchange: () => choose(select.selectedIndex) },
      ...data.sections.map((section) => element("option", {}, section.label)),
    );
    const back = element("button", { type: "button", onclick: () => step(-1) }, "Previous");
    const on = element("button", { type: "button", onclick: () => step(1) }, "Next");
    function choose(place) {
      select.selectedIndex = place;
      back.disabled = place === 0;
      on.disabled = place === data.sections.length - 1;
      show(data.sections[place]);
    }
    function step(by) {
      choose(select.selectedIndex + by);
    }
    document
      .getElementById("groups")
      .append(
        element(
          "div",
          { class: "controls" },
          element("label", { for: "group" }, `Group (${plain(data.sections.length)})`),
          select,
          back,
          on,
        ),
      );
    choose(0);
  }

  function redrawAll() {
    for (const entry of drawn) {
      entry.redraw();
    }
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
  // Paper is white whatever the screen is, and narrower.
  addEventListener("beforeprint", () => {
    root.dataset.printing = "true";
    redrawAll();
  });
  addEventListener("afterprint", () => {
    delete root.dataset.printing;
    redrawAll();
  });

  if (data.sections.length > 1) {
    chooser();
  } else {
    show(data.sections[0]);
  }
  root.dataset.ready = "true";
})();
