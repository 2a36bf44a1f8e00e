// The first page's search, which needs no server: its index is a script.
(function () {
  var box = document.getElementById("q"), list = document.getElementById("found"), count = document.getElementById("count");
  var entries = null, asked = false, most = 30, root = box.dataset.root, end = box.dataset.end;
  // As people.py compares names: O.P. Caylor is OP Caylor, and José is Jose.
  var plain = function (text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
      .replace(/[-_/,]/g, " ").replace(/[^\p{L}\p{N} ]/gu, "");
  };
  // A name's ends without spaces: larussa finds Tony La Russa.
  var joined = function (name) {
    var words = name.split(" ");
    return words.map(function (_, place) { return words.slice(place).join(""); }).join(" ");
  };
  var years = function (text) {
    return text.replace(/(\d{4})-(\d{4})/g, function (_, first, last) {
      for (var all = [], year = +first; year <= +last; year++) all.push(year);
      return all.join(" ");
    });
  };
  window.skipperIndex = function (index) {
    var players = index.kinds.findIndex(function (kind) { return kind[0] === "players"; });
    // Players outnumber all else: the others come first.
    index.pages.sort(function (one, other) { return (one[1] === players) - (other[1] === players); });
    entries = index.pages.map(function (page) {
      var kind = index.kinds[page[1]], when = page[3] || "", name = plain(page[0]);
      var text = " " + [name, joined(name), plain(kind[1] + " " + page[2]), plain(years(when))].join(" ");
      var spelled = page[4] ? text + " " + page[4] : text;
      return { name: page[0], kind: kind[1], when: when, href: root + kind[0] + "/" + page[2] + "/" + end,
               text: text, spelled: spelled, called: page.length > 5 ? spelled + " " + index.called[page[5]] : spelled };
    });
    search();
  };
  var load = function () {
    if (asked) return;
    asked = true;
    var script = document.createElement("script");
    script.src = root + "search-index.js";
    document.head.appendChild(script);
  };
  var search = function () {
    var words = plain(box.value).split(/\s+/).filter(Boolean);
    list.textContent = count.textContent = "";
    if (!words.length) return;
    load();
    if (!entries) { count.textContent = "Loading the index"; return; }
    var matches = function (text) { return words.every(function (word) { return text.indexOf(" " + word) >= 0; }); };
    var found = entries.filter(function (entry) { return matches(entry.text); });
    // Other spellings only if the name as written is not found, and short forms only after these, as in people.py.
    if (!found.length) found = entries.filter(function (entry) { return matches(entry.spelled); });
    if (!found.length) found = entries.filter(function (entry) { return matches(entry.called); });
    count.textContent = found.length > most ? most + " of " + found.length.toLocaleString("en") : found.length + " found";
    found.slice(0, most).forEach(function (entry) {
      var item = document.createElement("li"), link = document.createElement("a"), about = document.createElement("span");
      link.href = entry.href;
      link.textContent = entry.name;
      about.textContent = " " + [entry.kind, entry.when].filter(Boolean).join(", ");
      item.append(link, about);
      list.append(item);
    });
  };
  box.addEventListener("focus", load);
  box.addEventListener("input", search);
  box.parentNode.hidden = false;
})();
