// Rendered objects without what is a chart's own.
import { isObject, type Json, type JsonObject } from "../../src/kubernetes/object.ts";

const chartKeys = /^helm\.sh\/(?:chart|hook.*)$|^app\.kubernetes\.io\/(?:managed-by|instance|version)$/;

/** An object without the labels and annotations that a chart owns, and without what the API server sets. */
export function comparable(object: JsonObject): Json {
  const { labels, annotations, ...metadata } = (object["metadata"] ?? {}) as JsonObject;
  const own = Object.fromEntries(
    Object.entries({ labels, annotations }).flatMap(([key, map]) => {
      const entries = Object.entries(isObject(map) ? map : {}).filter(([name]) => !chartKeys.test(name));
      return entries.length > 0 ? [[key, Object.fromEntries(entries)]] : [];
    }),
  );
  return withoutTimestamps({ ...object, metadata: { ...metadata, ...own } });
}

function withoutTimestamps(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutTimestamps);
  // Go prints a negative zero of a template without its sign.
  if (!isObject(value)) return Object.is(value, -0) ? 0 : value;
  const kept = Object.entries(value).filter(([key, child]) => key !== "creationTimestamp" || child !== null);
  return Object.fromEntries(kept.map(([key, child]) => [key, withoutTimestamps(child)]));
}
