// The Services that the API server calls for a release: for webhooks, for conversions and for aggregated APIs.
import { field, type Json, listField, stringField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { finding, type ReleasedObject, type UpgradeFinding } from "./finding.ts";

interface ServiceTarget {
  readonly caller: ReleasedObject;
  readonly path: readonly PathStep[];
  /** `namespace/name`. */
  readonly service: string;
  readonly port: number;
}

/** The targets of the newer release that it has no Service for, unless the older release had none for them either. */
export function compareTargets(
  older: readonly ReleasedObject[],
  newer: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  const known = new Set(faultsOf(older).map(({ target, fault }) => `${keyOf(target)} ${fault}`));
  return faultsOf(newer)
    .filter(({ target, fault }) => !known.has(`${keyOf(target)} ${fault}`))
    .map(({ target, fault }) => {
      const place = target.caller.placeOf(target.path);
      return finding("webhooks/no-service", {
        subject: `${target.caller.object.kind} ${nameOf(target.caller)}`,
        path: target.path.join("."),
        message: fault,
        ...(place ? { newer: place } : {}),
        action:
          "The API server reaches nobody there unless something else makes the Service: see that it does.",
      });
    });
}

function keyOf({ caller, service }: ServiceTarget): string {
  return `${caller.object.kind} ${nameOf(caller)} ${service}`;
}

function nameOf({ object }: ReleasedObject): string {
  return stringField(object, "metadata", "name") ?? "";
}

function faultsOf(
  objects: readonly ReleasedObject[],
): readonly { readonly target: ServiceTarget; readonly fault: string }[] {
  const services = new Map(
    objects
      .filter(({ object }) => object.kind === "Service")
      .map((service) => [`${service.namespace ?? ""}/${nameOf(service)}`, service]),
  );
  return objects.flatMap(targetsOf).flatMap((target) => {
    const service = services.get(target.service);
    if (!service) return [{ target, fault: `The Service ${target.service} is not in the release.` }];
    const ports = listField(service.object, "spec", "ports").map((port) => field(port, "port"));
    if (ports.includes(target.port)) return [];
    return [{ target, fault: `The Service ${target.service} has no port ${target.port}.` }];
  });
}

function targetsOf(caller: ReleasedObject): readonly ServiceTarget[] {
  const { object } = caller;
  switch (object.kind) {
    case "MutatingWebhookConfiguration":
    case "ValidatingWebhookConfiguration":
      return listField(object, "webhooks").flatMap((_, index) =>
        targetAt(caller, ["webhooks", index, "clientConfig", "service"]),
      );
    case "CustomResourceDefinition":
      return stringField(object, "spec", "conversion", "strategy") === "Webhook"
        ? targetAt(caller, ["spec", "conversion", "webhook", "clientConfig", "service"])
        : [];
    case "APIService":
      return targetAt(caller, ["spec", "service"]);
    default:
      return [];
  }
}

function targetAt(caller: ReleasedObject, path: readonly PathStep[]): readonly ServiceTarget[] {
  const service = field(caller.object, ...path) as Json | undefined;
  const name = stringField(service, "name");
  if (name === undefined) return [];
  const port = field(service, "port");
  return [
    {
      caller,
      path,
      service: `${stringField(service, "namespace") ?? ""}/${name}`,
      port: typeof port === "number" ? port : 443,
    },
  ];
}
