// What the page does beyond what HTML does by itself: it shows what stands in its data blocks when somebody opens it.
import { filterLists } from "./filter-list.ts";
import { followLinks } from "./follow-links.ts";
import { watchTables } from "./scrolled-tables.ts";
import { showLines } from "./show-lines.ts";
import { showValues } from "./show-values.ts";

showLines();
showValues();
filterLists();
watchTables();
followLinks();
