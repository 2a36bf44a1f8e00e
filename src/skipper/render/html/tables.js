// Sorts a table by a column, from a button in its heading. Without this script, tables stand in the answer's order.
(function () {
  "use strict";
  if (document.querySelector("nav[aria-label=Pages]")) return; // this page has only a part of the list
  var UNKNOWN = ["", "\u2014"];
  var collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  // 81-63 is 81, and then -63: of equal wins, fewer losses are more.
  function numbers(text) {
    return (text.replace(/,/g, "").match(/[-+]?\d*\.?\d+/g) || []).map(Number);
  }
  function byNumbers(one, other) {
    var a = numbers(one), b = numbers(other);
    for (var place = 0; place < Math.min(a.length, b.length); place++) {
      if (a[place] !== b[place]) return a[place] - b[place];
    }
    return a.length - b.length;
  }
  function text(row, place) {
    return row.cells[place].textContent.trim();
  }
  function sorted(rows, place, compare, sign) {
    return rows.slice().sort(function (one, other) {
      var a = text(one, place), b = text(other, place);
      var unknown = UNKNOWN.includes(a) - UNKNOWN.includes(b); // last in either direction
      return unknown || sign * compare(a, b);
    });
  }
  function makeSortable(table) {
    var body = table.tBodies[0], rows = Array.from(body.rows), headings = Array.from(table.tHead.rows[0].cells);
    headings.forEach(function (heading, place) {
      if (heading.tagName !== "TH") return;
      var isText = heading.classList.contains("t"), compare = isText ? collator.compare : byNumbers;
      var turns = isText ? ["ascending", "descending"] : ["descending", "ascending"];
      var button = document.createElement("button");
      button.type = "button";
      button.append.apply(button, heading.childNodes);
      heading.append(button);
      button.addEventListener("click", function () {
        var turn = turns[turns.indexOf(heading.getAttribute("aria-sort")) + 1]; // after the last, the answer's order
        headings.forEach(function (other) { other.removeAttribute("aria-sort"); });
        if (turn) heading.setAttribute("aria-sort", turn);
        body.append.apply(body, turn ? sorted(rows, place, compare, turn === "ascending" ? 1 : -1) : rows);
      });
    });
  }
  document.querySelectorAll("main table:not(.fixed)").forEach(function (table) {
    if (table.tHead && table.tBodies.length && table.tBodies[0].rows.length > 1) makeSortable(table);
  });
})();
