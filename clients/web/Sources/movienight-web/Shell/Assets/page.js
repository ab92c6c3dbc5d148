// Makes pages live. Everything works without it: forms, links, redirects.
"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const say = (text) => { find("announcer").textContent = text; };

  // The server writes times in the zone of this cookie.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }
  // A notice is shown once, also if the page is loaded again.
  const address = new URL(location.href);
  if (address.searchParams.has("notice")) {
    address.searchParams.delete("notice");
    history.replaceState(null, "", address);
  }

  // A broken image leaves its drawn placeholder.
  const hideBroken = (image) => { if (image.complete && !image.naturalWidth && image.currentSrc) image.hidden = true; };
  addEventListener("error", (event) => { if (event.target.matches?.("img")) hideBroken(event.target); }, true);
  for (const image of document.images) hideBroken(image);

  // Connection state.
  const banner = find("connection");
  const problems = { offline: false, down: false, failed: false };
  let shown = 0;
  function problem(name, exists) {
    problems[name] = exists;
    clearTimeout(shown);
    const current = ["failed", "offline", "down"].find((each) => problems[each]);
    if (!current) { banner.hidden = true; return; }
    // A connection that is back at once is no news.
    shown = setTimeout(() => {
      banner.textContent = banner.dataset[current];
      banner.hidden = false;
    }, current === "failed" ? 0 : 1500);
  }
  addEventListener("offline", () => problem("offline", true));
  addEventListener("online", () => {
    if (!events) { problem("offline", false); return; }
    // Sooner than the browser would try again.
    if (!document.hidden) { source?.close(); listen(); }
    refresh();
  });

  // Whether the page may lack a change.
  let isStale = false;

  // Swapping in what the server shows now.
  const headers = { "X-Fragment": "1" };
  const parse = (html) => new DOMParser().parseFromString(html, "text/html");

  /** The value with which a field came, before the reader changed it. */
  function valueOfPage(field) {
    if (!field.options) return field.defaultValue;
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
  }

  function keepEntries(from, to) {
    for (const details of from.querySelectorAll("details[id]")) {
      const same = to.querySelector(`#${CSS.escape(details.id)}`);
      if (same) same.open = details.open;
    }
    for (const field of from.querySelectorAll("input[id], select[id], textarea[id]")) {
      const same = to.querySelector(`#${CSS.escape(field.id)}`);
      if (!same) continue;
      if (field.type === "checkbox" || field.type === "radio") {
        if (field.checked !== field.defaultChecked) same.checked = field.checked;
      } else if (field.type !== "file" && field.value !== valueOfPage(field)) {
        same.value = field.value;
      }
    }
  }

  function swapOne(from, to) {
    const focused = document.activeElement && from.contains(document.activeElement) ? document.activeElement : null;
    const selection = focused && "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : null;
    if (to.dataset.says && to.dataset.says !== from.dataset.says) say(to.dataset.says);
    keepEntries(from, to);
    const fresh = document.importNode(to, true);
    // importNode does not copy what was set by keepEntries in fields.
    keepEntries(to, fresh);
    from.replaceWith(fresh);
    fresh.querySelectorAll("[data-more]").forEach(watch);
    if (!focused) return;
    const target = (focused.id && find(focused.id)) || fresh.querySelector("h1, h2, h3") || fresh;
    if (target !== focused && !target.matches("a, button, input, select, textarea, summary")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    if (selection && selection[0] !== null && "setSelectionRange" in target) target.setSelectionRange(...selection);
  }

  /** Swaps in an answer: after events only the live regions, so that what someone types elsewhere stays. */
  async function swap(html, isWhole) {
    const answer = parse(html);
    const screen = answer.getElementById("screen");
    if (!screen) return;
    for (const list of document.querySelectorAll("[data-pages]")) {
      // Without a further page, its link is there again.
      try {
        for (let page = 1; page < list.dataset.pages; page++) if (!(await append(screen, list.id))) break;
      } catch { isStale = true; }
    }
    const notices = answer.getElementById("notices");
    if (notices && notices.childElementCount) find("notices").replaceChildren(...document.importNode(notices, true).childNodes);
    if (isWhole) return swapOne(find("screen"), screen);
    const regions = [...document.querySelectorAll("#screen [data-live]")];
    const pairs = regions.map((region) => [region, screen.querySelector(`#${CSS.escape(region.id)}`)]);
    // An event can add or remove a part that is not live itself, such as the search when voting opens.
    const parts = (of) => [...of.children].map((part) => part.tagName + part.id).join(" ");
    const isSame = regions.length && pairs.every((pair) => pair[1]) && parts(find("screen")) === parts(screen)
      && screen.querySelectorAll("[data-live]").length === regions.length;
    if (!isSame) return swapOne(find("screen"), screen);
    for (const [from, to] of pairs) if (from.outerHTML !== to.outerHTML) swapOne(from, to);
  }

  /** Shows an answer, or goes where it leads. */
  async function show(answer, isWhole) {
    if (answer.status === 503) throw new Error("unreachable");
    const target = new URL(answer.url);
    if (answer.redirected && target.pathname !== location.pathname) { location.assign(answer.url); return; }
    if (answer.redirected && target.search !== location.search) {
      target.searchParams.delete("notice");
      history.replaceState(null, "", target);
    }
    if (answer.headers.get("Content-Type")?.startsWith("text/html")) await swap(await answer.text(), isWhole);
  }

  let refreshing = false, again = false;
  async function refresh() {
    if (refreshing) { again = true; return; }
    refreshing = true;
    try {
      do {
        again = false;
        const answer = await fetch(location.href, { headers });
        isStale = !answer.ok;
        problem("offline", false);
        if (answer.status === 503) { problem("down", true); break; }
        problem("failed", false);
        if (answer.ok) await show(answer, false);
      } while (again);
    } catch {
      isStale = true;
      problem("offline", true);
      setTimeout(() => { if (isStale) refresh(); }, 5000);
    } finally {
      refreshing = false;
    }
  }

  // Forms that stay on their page.
  addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.dataset.swap === undefined || event.defaultPrevented) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    const isQuery = form.method === "get";
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    // Forms of further items came with another page.
    if (fields.has("from")) fields.set("from", location.pathname + location.search);
    try {
      if (isQuery) {
        const target = new URL(form.action);
        target.search = fields;
        const answer = await fetch(target, { headers });
        history.pushState(null, "", target);
        await swap(await answer.text(), true);
      } else {
        await show(await fetch(form.action, { method: "POST", body: fields, headers }), true);
      }
      problem("failed", false);
    } catch {
      problem("failed", true);
    } finally {
      form.removeAttribute("aria-busy");
    }
  });
  addEventListener("popstate", () => refresh());

  // Further items of a list: <a data-more="list's id" href="…">; on the last page <p data-end="list's id">.
  /** Appends the next page of a list within `root`. Returns the first new item, or undefined without a next page. */
  async function append(root, id) {
    const name = CSS.escape(id);
    const list = root.querySelector(`#${name}`), link = root.querySelector(`[data-more="${name}"]`);
    if (!list || !link) return undefined;
    const answer = await fetch(link.getAttribute("href"), { headers });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = parse(await answer.text());
    const count = list.childElementCount;
    list.append(...[...page.getElementById(id)?.children ?? []].map((item) => list.ownerDocument.importNode(item, true)));
    // After an event, as many pages are fetched again.
    list.dataset.pages = Number(list.dataset.pages ?? 1) + 1;
    const next = page.querySelector(`[data-more="${name}"], [data-end="${name}"]`);
    const place = link.closest("p") ?? link;
    if (next) place.replaceWith(list.ownerDocument.importNode(next.closest("p") ?? next, true)); else place.remove();
    return list.children[count];
  }
  async function more(link) {
    if (link.getAttribute("aria-busy") === "true") return;
    link.setAttribute("aria-busy", "true");
    try {
      const id = link.dataset.more, hadFocus = document.activeElement === link;
      const first = await append(document, id);
      document.querySelectorAll(`[data-more="${CSS.escape(id)}"]`).forEach(watch);
      if (hadFocus && first) { first.tabIndex = -1; first.focus({ preventScroll: true }); }
    } catch {
      link.removeAttribute("aria-busy");
      if (link.dataset.failed) link.textContent = link.dataset.failed;
      problem("offline", !navigator.onLine);
    }
  }
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) { seen.unobserve(entry.target); more(entry.target); }
  }, { rootMargin: "300px" });
  function watch(link) { seen.observe(link); }
  document.querySelectorAll("[data-more]").forEach(watch);
  addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-more]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); more(link); }
  });

  // Changes by others.
  const { events, after } = document.body.dataset;
  let last = after, source;
  function listen() {
    source = new EventSource(last ? `${events}?after=${last}` : events);
    source.addEventListener("open", () => { problem("offline", false); if (isStale) refresh(); });
    source.addEventListener("change", (event) => {
      last = event.lastEventId;
      problem("down", false);
      const kinds = new Set(event.data.split(" "));
      const concerned = kinds.has("all") || [...document.querySelectorAll("[data-live]")].some(
        (region) => region.dataset.live.split(" ").some((kind) => kinds.has(kind)));
      if (concerned) refresh();
    });
    source.addEventListener("server", (event) => {
      problem("down", event.data === "down");
      if (event.data === "up") refresh();
    });
    source.addEventListener("error", () => {
      problem("offline", true);
      // The browser connects again by itself after a lost connection, but not after a refusal, such as of an ended session.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => { refresh(); listen(); }, 3000 + 2000 * Math.random());
    });
  }
  if (events && !document.hidden) listen();
  // Browsers have few connections for one host, so a page that nobody sees gives its own back.
  document.addEventListener("visibilitychange", () => {
    source?.close();
    if (events && !document.hidden) listen();
  });
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted && events) { isStale = true; listen(); } });

  // The pages for an unreachable server, and for what is still being looked up, ask until there is an answer.
  if (document.querySelector("[data-retry]")) {
    const ask = async () => {
      const answer = await fetch(location.href, { headers }).catch(() => null);
      if (answer && ![503, 504].includes(answer.status)) location.reload(); else setTimeout(ask, 3000);
    };
    setTimeout(ask, 3000);
  }
})();
