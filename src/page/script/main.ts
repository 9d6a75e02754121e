// What the page does beyond what HTML does by itself: it shows what stands in its data and templates when somebody opens it.
import { emptyByEscape } from "./empty-fields.ts";
import { filterFindings } from "./filter-findings.ts";
import { filterLists } from "./filter-list.ts";
import { followLinks } from "./follow-links.ts";
import { openForPrint } from "./print.ts";
import { watchTables } from "./scrolled-tables.ts";
import { showLater } from "./show-later.ts";
import { showLines } from "./show-lines.ts";
import { showValues } from "./show-values.ts";

showLines();
showValues();
showLater(document, watchTables);
filterLists();
filterFindings(watchTables);
watchTables(document);
emptyByEscape();
followLinks();
openForPrint();
