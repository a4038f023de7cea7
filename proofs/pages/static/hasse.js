/* A Hasse diagram: zoom, search, the interval, join and meet of two runs, a metric's values.
   A page has one diagram at a time; where another is drawn, the controls are that one's. */
"use strict";
window.rankproofHasse = function (svg, data) {
  const nodes = Array.from(svg.querySelectorAll(".node"));
  const covers = Array.from(svg.querySelectorAll(".cover"));
  const status = document.getElementById("status");
  const control = (id) => document.getElementById(id);
  const size = data.labels.length;

  /* up[i] has a 1 for every run above or equal to i. */
  const up = Array.from({ length: size }, (_, i) => new Uint8Array(size).fill(1, i, i + 1));
  const below = Array.from({ length: size }, () => []);
  for (const [low, high] of data.covers) below[high].push(low);
  (function close() {
    const waiting = new Array(size).fill(0);
    for (const [low] of data.covers) waiting[low] += 1;
    const ready = waiting.flatMap((count, i) => (count ? [] : [i]));
    while (ready.length) {
      const high = ready.pop();
      for (const low of below[high]) {
        for (let i = 0; i < size; i += 1) up[low][i] |= up[high][i];
        waiting[low] -= 1;
        if (!waiting[low]) ready.push(low);
      }
    }
  })();
  const isBelow = (a, b) => up[a][b] === 1;
  const everyone = Array.from({ length: size }, (_, i) => i);
  function least(among, order) {
    return among.filter((one) => among.every((two) => order(one, two)));
  }
  const join = (a, b) => least(everyone.filter((i) => isBelow(a, i) && isBelow(b, i)), isBelow);
  const meet = (a, b) => least(everyone.filter((i) => isBelow(i, a) && isBelow(i, b)), (x, y) => isBelow(y, x));
  const minimal = (among, order) => among.filter((one) => !among.some((two) => two !== one && order(two, one)));

  let chosen = [];
  function named(i) { return data.labels[i]; }
  function bound(word, sign, found, others) {
    if (found.length) return word + " " + sign + " " + named(found[0]);
    if (!others.length) return "no common " + (word === "join" ? "upper" : "lower") + " bound";
    return "no " + word + ": " + others.map(named).join(", ") + " are " + (word === "join" ? "minimal upper" : "maximal lower") + " bounds";
  }
  function show() {
    const marks = new Map();
    let text = "Choose two runs to see their join, their meet and what lies between.";
    if (chosen.length === 1) {
      const [a] = chosen;
      const above = everyone.filter((i) => i !== a && isBelow(a, i)).length;
      const under = everyone.filter((i) => i !== a && isBelow(i, a)).length;
      text = named(a) + ": " + above + " runs are better, " + under + " are worse, " + (size - 1 - above - under) + " are not comparable. Choose a second run.";
      everyone.forEach((i) => { if (i !== a && (isBelow(a, i) || isBelow(i, a))) marks.set(i, "comparable"); });
    }
    if (chosen.length === 2) {
      const [a, b] = chosen;
      const [low, high] = isBelow(b, a) ? [b, a] : [a, b];
      const highest = join(a, b), lowest = meet(a, b);
      const uppers = minimal(everyone.filter((i) => isBelow(a, i) && isBelow(b, i)), isBelow);
      const lowers = minimal(everyone.filter((i) => isBelow(i, a) && isBelow(i, b)), (x, y) => isBelow(y, x));
      if (isBelow(low, high)) {
        const between = everyone.filter((i) => isBelow(low, i) && isBelow(i, high));
        between.forEach((i) => marks.set(i, "between"));
        text = named(low) + " ⊑ " + named(high) + ": the interval has " + between.length + " runs.";
      } else {
        text = named(a) + " and " + named(b) + " are not comparable; " + bound("join", "⊔ =", highest, uppers) + "; " + bound("meet", "⊓ =", lowest, lowers) + ".";
        (highest.length ? highest : uppers).forEach((i) => marks.set(i, "bound"));
        (lowest.length ? lowest : lowers).forEach((i) => marks.set(i, "bound"));
      }
    }
    nodes.forEach((node, i) => {
      node.classList.remove("comparable", "between", "bound", "chosen", "away");
      if (chosen.includes(i)) node.classList.add("chosen");
      else if (marks.has(i)) node.classList.add(marks.get(i));
      else if (chosen.length) node.classList.add("away");
      node.setAttribute("aria-pressed", chosen.includes(i) ? "true" : "false");
    });
    const lit = new Set([...chosen, ...marks.keys()]);
    covers.forEach((line) => line.classList.toggle("away", chosen.length > 0 && !(lit.has(+line.dataset.low) && lit.has(+line.dataset.high))));
    status.textContent = text;
  }
  function choose(i) {
    if (chosen.includes(i)) chosen = chosen.filter((one) => one !== i);
    else chosen = chosen.length === 2 ? [i] : [...chosen, i];
    show();
  }

  /* Zoom by the view box. */
  const whole = svg.viewBox.baseVal;
  const [, , fullWidth, fullHeight] = [0, 0, whole.width, whole.height];
  let view = { x: 0, y: 0, width: fullWidth, height: fullHeight };
  function look() { svg.setAttribute("viewBox", [view.x, view.y, view.width, view.height].map((v) => v.toFixed(1)).join(" ")); }
  function zoom(by, at) {
    const center = at || { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const factor = Math.max(fullWidth / 12, Math.min(fullWidth * 1.5, view.width * by)) / view.width;
    view = { x: center.x - (center.x - view.x) * factor, y: center.y - (center.y - view.y) * factor, width: view.width * factor, height: view.height * factor };
    look();
  }
  function point(event) {
    const box = svg.getBoundingClientRect();
    const scale = Math.max(view.width / box.width, view.height / box.height);
    return { x: view.x + view.width / 2 + (event.clientX - box.left - box.width / 2) * scale, y: view.y + view.height / 2 + (event.clientY - box.top - box.height / 2) * scale };
  }
  let drag = null;
  svg.addEventListener("pointerdown", (event) => { drag = { start: point(event), moved: false, id: event.pointerId }; });
  svg.addEventListener("pointermove", (event) => {
    if (!drag || !event.buttons) return;
    const now = point(event);
    const dx = drag.start.x - now.x, dy = drag.start.y - now.y;
    if (!drag.moved && Math.hypot(dx, dy) < 6) return;
    if (!drag.moved) svg.setPointerCapture(drag.id);
    drag.moved = true;
    view.x += dx; view.y += dy;
    look();
  });
  svg.addEventListener("pointerup", (event) => {
    const moved = drag && drag.moved;
    drag = null;
    const node = event.target.closest(".node");
    if (!moved && node) choose(+node.dataset.node);
  });
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, point(event));
  }, { passive: false });
  svg.addEventListener("keydown", (event) => {
    const node = event.target.closest(".node");
    if (event.key === "Escape") { chosen = []; show(); }
    if (event.key === "+") zoom(1 / 1.25);
    if (event.key === "-") zoom(1.25);
    if (node && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); choose(+node.dataset.node); }
  });
  control("closer").onclick = () => zoom(1 / 1.4);
  control("farther").onclick = () => zoom(1.4);
  control("whole").onclick = () => { view = { x: 0, y: 0, width: fullWidth, height: fullHeight }; look(); };

  /* Search and values. */
  control("find").oninput = () => {
    const text = control("find").value.trim();
    const found = nodes.filter((node, i) => {
      const hit = text !== "" && data.labels[i].startsWith(text);
      node.classList.toggle("found", hit);
      return hit;
    });
    status.textContent = text ? found.length + " of " + size + " runs begin with " + text + "." : "";
  };
  control("find").onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const at = data.labels.indexOf(control("find").value.trim());
    if (at >= 0) { choose(at); nodes[at].focus(); }
  };
  const space = "http://www.w3.org/2000/svg";
  /* The fraction where it is short, else the decimals: neighbours stand close. */
  function short(value) {
    const [exact, decimal] = value.split(" = ");
    return exact.length <= 6 || !decimal ? exact : decimal;
  }
  if (control("values")) control("values").onchange = () => {
    const values = data.values[control("values").value];
    nodes.forEach((node, i) => {
      node.querySelectorAll(".value").forEach((old) => old.remove());
      if (!values) return;
      const label = node.querySelector("text");
      const text = document.createElementNS(space, "text");
      text.textContent = short(values[i]);
      text.append(document.createElementNS(space, "title"));
      text.lastChild.textContent = values[i];
      text.setAttribute("class", "value");
      text.setAttribute("text-anchor", "middle");
      text.setAttribute("x", label.getAttribute("x"));
      text.setAttribute("y", +label.getAttribute("y") + 28);
      node.append(text);
    });
  };
  control("tools").hidden = false;
  control("tools").onsubmit = (event) => event.preventDefault();
  show();
};
(function () {
  const data = document.getElementById("order-data");
  if (data) window.rankproofHasse(document.getElementById("hasse"), JSON.parse(data.textContent));
})();
