// The calls in a Go file → the settings that they register.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Position, positionAt } from "../diagnostics/position.ts";
import { basic } from "../go/constant.ts";
import type { Evaluator } from "../go/evaluate.ts";
import type { Call, Expression } from "../go/expression.ts";
import type { GoFile, Place } from "../go/go-file.ts";
import type { CallSite, ValueSite } from "../go/read-calls.ts";
import { type DefaultText, defaultText } from "./default-text.ts";
import { fits, type Recogniser } from "./recognise.ts";
import type { ArgumentRole, MarkShape, MethodShape, Registrar, SettingMark } from "./registrar.ts";
import {
  handedOn,
  unclearReceiver,
  unknownCall,
  unknownFlag,
  unknownOption,
  unresolvedName,
  unresolvedText,
  wrongArguments,
} from "./registration-faults.ts";
import type { Setting } from "./setting.ts";
import { canSay, hasSecretName, isDescribedAsRequired, variableOfDefault } from "./unsaid.ts";

/** What reading needs beside the file. */
export interface RegistrationContext {
  readonly recogniser: Recogniser;
  readonly evaluator: Evaluator;
  /** The name of the group that the file belongs to. */
  readonly group: string;
  /** A path as messages show it. */
  readonly shownPath: (path: string) => string;
  /** The variable of a flag that is registered without one; undefined where it has none. */
  readonly variableFor: (flag: string | undefined) => string | undefined;
}

/** The settings that `file` registers, in the order of its lines. */
export function readRegistrations(
  file: GoFile,
  sites: readonly (CallSite | ValueSite)[],
  context: RegistrationContext,
): { readonly settings: readonly Setting[]; readonly diagnostics: readonly Diagnostic[] } {
  const reading = new RegistrationReader(file, context);
  for (const site of sites) reading.read(site);
  return { settings: reading.settings, diagnostics: reading.diagnostics };
}

class RegistrationReader {
  readonly settings: Setting[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: GoFile;
  readonly #context: RegistrationContext;

  constructor(file: GoFile, context: RegistrationContext) {
    this.#file = file;
    this.#context = context;
  }

  read(site: CallSite | ValueSite): void {
    const { recogniser } = this.#context;
    const place: Place = { file: this.#file, scope: site.scope };
    if (site.within !== undefined && recogniser.isRegistrarsOwn(site.within, place)) return;
    if (site.kind === "value") {
      const registrar = recogniser.isHandedOn(site.value, place);
      if (registrar) this.#report(site.value, handedOn(this.#text(site.value), registrar));
      return;
    }
    const { call } = site;
    const recognised = recogniser.recognise(call, place);
    switch (recognised?.kind) {
      case "registers":
        this.#register(recognised.call, place, recognised.registrar, recognised.shape);
        break;
      case "marks":
        this.#mark(recognised.call, place, recognised.shape);
        break;
      case "unknown":
        this.#report(call, unknownCall(this.#text(call.function), recognised.registrar));
        break;
      case "unclear":
        this.#report(call, unclearReceiver(this.#text(call.function), recognised.registrar));
        break;
      default:
    }
  }

  #register(call: Call, place: Place, registrar: Registrar, shape: MethodShape): void {
    if (!fits(shape, call.arguments.length)) {
      this.#report(call, wrongArguments(this.#text(call.function), call, shape, registrar));
      return;
    }
    const argument = (role: ArgumentRole) => {
      const index = shape.arguments.indexOf(role);
      return index === -1 ? undefined : call.arguments[index];
    };
    const names = { flag: argument("flag"), shorthand: argument("shorthand"), env: argument("env") };
    const texts: { flag?: string; shorthand?: string; env?: string } = {};
    for (const key of ["flag", "shorthand", "env"] as const) {
      const expression = names[key];
      if (!expression) continue;
      const evaluated = this.#string(expression, place);
      if (!evaluated.ok) {
        this.#report(expression, unresolvedName(key, this.#text(expression), evaluated.reason));
        return;
      }
      if (evaluated.text !== "") texts[key] = evaluated.text;
    }
    const fallback = this.#environmentDefault(argument("default"), shape, place);
    const env = texts.env ?? fallback ?? this.#context.variableFor(texts.flag);
    const named = { ...texts, ...(env === undefined ? {} : { env }), type: shape.type };
    const value =
      fallback === undefined ? this.#default(shape, argument("default"), place, call) : { default: "" };
    const options = this.#options(call, shape, registrar);
    const description = this.#description(argument("description"), place);
    const isDescribed = value.default === "" && isDescribedAsRequired(description);
    this.settings.push({
      ...named,
      ...value,
      required: options.has("required") || (isDescribed && !canSay(registrar, "required")),
      secret: options.has("secret") || (hasSecretName(named) && !canSay(registrar, "secret")),
      hidden: options.has("hidden"),
      ...(options.has("deprecated") ? { deprecated: "" } : {}),
      description,
      group: this.#context.group,
      position: this.#position(call.start),
    });
  }

  #default(
    { type }: MethodShape,
    expression: Expression | undefined,
    place: Place,
    call: Call,
  ): Pick<Setting, "default" | "unresolved"> {
    const result = defaultText(type, expression, place, this.#context.evaluator);
    if (result.ok) return { default: result.text };
    const at = result.place && { file: result.place.file, offset: result.offset ?? 0 };
    return {
      unresolved: {
        expression: this.#text(expression ?? call.arguments[0] ?? call),
        reason: result.reason,
        ...(result.isRefused ? { isRefused: true } : {}),
        position: this.#position(expression?.start ?? call.start),
        ...(at ? { source: this.#position(at.offset, at.file) } : {}),
      },
    };
  }

  /** The variable whose value is the default: `os.Getenv("TOKEN")`. */
  #environmentDefault(
    expression: Expression | undefined,
    { type }: MethodShape,
    place: Place,
  ): string | undefined {
    const { recogniser } = this.#context;
    const given = variableOfDefault(expression, (operand) => recogniser.isPackage("os", operand, place));
    const variable = given && type === "string" ? this.#string(given, place) : undefined;
    return variable?.ok ? variable.text : undefined;
  }

  #description(expression: Expression | undefined, place: Place): string {
    if (!expression) return "";
    const evaluated = this.#string(expression, place);
    if (evaluated.ok) return evaluated.text;
    this.#report(expression, unresolvedText(this.#text(expression), evaluated.reason));
    return this.#text(expression);
  }

  #options(call: Call, shape: MethodShape, registrar: Registrar): ReadonlySet<SettingMark> {
    const start = shape.arguments.indexOf("options");
    const marks = new Set<SettingMark>();
    for (const option of start === -1 ? [] : call.arguments.slice(start)) {
      const callee = option.kind === "call" ? option.function : option;
      const name = callee.kind === "name" || callee.kind === "selector" ? callee.name : "";
      const mark = registrar.options?.[name];
      if (mark) marks.add(mark);
      else this.#report(option, unknownOption(this.#text(option), registrar));
    }
    return marks;
  }

  /** `MarkDeprecated("flag", "message")`, on a setting that this file has registered. */
  #mark(call: Call, place: Place, shape: MarkShape): void {
    const flagExpression = call.arguments[shape.arguments.indexOf("flag")];
    const messageExpression = call.arguments[shape.arguments.indexOf("message")];
    const flag = flagExpression && this.#string(flagExpression, place);
    if (!flag?.ok) {
      const reason = flag?.reason ?? "there is none";
      this.#report(
        flagExpression ?? call,
        unresolvedName("flag", this.#text(flagExpression ?? call), reason),
      );
      return;
    }
    const index = this.settings.findLastIndex((setting) => setting.flag === flag.text);
    const setting = this.settings[index];
    if (!setting) {
      this.#report(call, unknownFlag(flag.text));
      return;
    }
    const message = messageExpression ? this.#description(messageExpression, place) : "";
    this.settings[index] = {
      ...setting,
      ...(shape.mark === "deprecated" ? { deprecated: message } : { [shape.mark]: true }),
    };
  }

  #string(expression: Expression, place: Place): DefaultText {
    const evaluated = this.#context.evaluator.evaluate(expression, place, basic("string"));
    if (!evaluated.ok) return evaluated;
    const { value } = evaluated.constant;
    return { ok: true, text: value.kind === "string" ? value.value : "" };
  }

  #text({ start, end }: Expression): string {
    return this.#file.text.slice(start, end).replace(/\s+/g, " ");
  }

  #position(offset: number, file: GoFile = this.#file): Position {
    return positionAt(this.#context.shownPath(file.path), file.text, offset);
  }

  #report({ start }: Expression, diagnostic: Diagnostic): void {
    this.diagnostics.push({ ...diagnostic, position: this.#position(start) });
  }
}
