// What every page needs; each module looks for its own place on the page and does nothing without it.
import "./links.js";
import "./clauses.js";
import "./setup.js";
import "./board.js";
import "./table.js";
import "./replay.js";
