// The constants of Go's standard library that defaults are made of, as tables.
import { divide, type Rational, rational } from "./rational.ts";

/** Untyped strings. */
export const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  time: {
    Layout: "01/02 03:04:05PM '06 -0700",
    ANSIC: "Mon Jan _2 15:04:05 2006",
    UnixDate: "Mon Jan _2 15:04:05 MST 2006",
    RubyDate: "Mon Jan 02 15:04:05 -0700 2006",
    RFC822: "02 Jan 06 15:04 MST",
    RFC822Z: "02 Jan 06 15:04 -0700",
    RFC850: "Monday, 02-Jan-06 15:04:05 MST",
    RFC1123: "Mon, 02 Jan 2006 15:04:05 MST",
    RFC1123Z: "Mon, 02 Jan 2006 15:04:05 -0700",
    RFC3339: "2006-01-02T15:04:05Z07:00",
    RFC3339Nano: "2006-01-02T15:04:05.999999999Z07:00",
    Kitchen: "3:04PM",
    Stamp: "Jan _2 15:04:05",
    StampMilli: "Jan _2 15:04:05.000",
    StampMicro: "Jan _2 15:04:05.000000",
    StampNano: "Jan _2 15:04:05.000000000",
    DateTime: "2006-01-02 15:04:05",
    DateOnly: "2006-01-02",
    TimeOnly: "15:04:05",
  },
  os: { DevNull: "/dev/null" },
  "net/http": {
    ...Object.fromEntries(
      ["Get", "Head", "Post", "Put", "Patch", "Delete", "Connect", "Options", "Trace"].map((method) => [
        `Method${method}`,
        method.toUpperCase(),
      ]),
    ),
    TimeFormat: "Mon, 02 Jan 2006 15:04:05 GMT",
    TrailerPrefix: "Trailer:",
  },
  "log/slog": { TimeKey: "time", LevelKey: "level", MessageKey: "msg", SourceKey: "source" },
};

const durations = { Nanosecond: 1n, Microsecond: 10n ** 3n, Millisecond: 10n ** 6n, Second: 10n ** 9n };
const minute = 60n * durations.Second;
const months = "January February March April May June July August September October November December";
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday";

/** Names that count on from `first`. */
function counted(names: string, first = 0n): Readonly<Record<string, bigint>> {
  return Object.fromEntries(names.split(" ").map((name, index) => [name, first + BigInt(index)]));
}

/** https://www.iana.org/assignments/http-status-codes, by the names that Go gives them. */
const statuses = [
  "100:Continue 101:SwitchingProtocols 102:Processing 103:EarlyHints",
  "200:OK 201:Created 202:Accepted 203:NonAuthoritativeInfo 204:NoContent 205:ResetContent 206:PartialContent 207:MultiStatus 208:AlreadyReported 226:IMUsed",
  "300:MultipleChoices 301:MovedPermanently 302:Found 303:SeeOther 304:NotModified 305:UseProxy 307:TemporaryRedirect 308:PermanentRedirect",
  "400:BadRequest 401:Unauthorized 402:PaymentRequired 403:Forbidden 404:NotFound 405:MethodNotAllowed 406:NotAcceptable 407:ProxyAuthRequired 408:RequestTimeout 409:Conflict 410:Gone 411:LengthRequired 412:PreconditionFailed 413:RequestEntityTooLarge 414:RequestURITooLong 415:UnsupportedMediaType 416:RequestedRangeNotSatisfiable 417:ExpectationFailed 418:Teapot 421:MisdirectedRequest 422:UnprocessableEntity 423:Locked 424:FailedDependency 425:TooEarly 426:UpgradeRequired 428:PreconditionRequired 429:TooManyRequests 431:RequestHeaderFieldsTooLarge 451:UnavailableForLegalReasons",
  "500:InternalServerError 501:NotImplemented 502:BadGateway 503:ServiceUnavailable 504:GatewayTimeout 505:HTTPVersionNotSupported 506:VariantAlsoNegotiates 507:InsufficientStorage 508:LoopDetected 510:NotExtended 511:NetworkAuthenticationRequired",
];

const modes = {
  ModeDir: 1n << 31n,
  ModeAppend: 1n << 30n,
  ModeExclusive: 1n << 29n,
  ModeTemporary: 1n << 28n,
  ModeSymlink: 1n << 27n,
  ModeDevice: 1n << 26n,
  ModeNamedPipe: 1n << 25n,
  ModeSocket: 1n << 24n,
  ModeSetuid: 1n << 23n,
  ModeSetgid: 1n << 22n,
  ModeCharDevice: 1n << 21n,
  ModeSticky: 1n << 20n,
  ModeIrregular: 1n << 19n,
  ModeType: 0x8f28_0000n,
  ModePerm: 0o777n,
};

const levels = {
  NoCompression: 0n,
  BestSpeed: 1n,
  BestCompression: 9n,
  DefaultCompression: -1n,
  HuffmanOnly: -2n,
};

/** Integers by package and type. */
export const integers: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, bigint>>>>>> =
  {
    time: {
      "time.Duration": { ...durations, Minute: minute, Hour: 60n * minute },
      "time.Month": counted(months, 1n),
      "time.Weekday": counted(weekdays),
    },
    math: {
      "untyped int": Object.fromEntries(
        ["8", "16", "32", "64", ""].flatMap((size): (readonly [string, bigint])[] => {
          const half = 1n << (BigInt(size || "64") - 1n);
          return [
            [`MaxInt${size}`, half - 1n],
            [`MinInt${size}`, -half],
            [`MaxUint${size}`, 2n * half - 1n],
          ];
        }),
      ),
    },
    "net/http": {
      "untyped int": {
        ...Object.fromEntries(
          statuses.flatMap((line) =>
            line.split(" ").map((status): readonly [string, bigint] => {
              const [code = "", name = ""] = status.split(":");
              return [`Status${name}`, BigInt(code)];
            }),
          ),
        ),
        DefaultMaxHeaderBytes: 1n << 20n,
        DefaultMaxIdleConnsPerHost: 2n,
      },
      "net/http.SameSite": counted(
        "SameSiteDefaultMode SameSiteLaxMode SameSiteStrictMode SameSiteNoneMode",
        1n,
      ),
      "net/http.ConnState": counted("StateNew StateActive StateIdle StateHijacked StateClosed"),
    },
    "crypto/tls": {
      "untyped int": counted("VersionSSL30 VersionTLS10 VersionTLS11 VersionTLS12 VersionTLS13", 0x300n),
      "crypto/tls.ClientAuthType": counted(
        "NoClientCert RequestClientCert RequireAnyClientCert VerifyClientCertIfGiven RequireAndVerifyClientCert",
      ),
    },
    "log/slog": { "log/slog.Level": { LevelDebug: -4n, LevelInfo: 0n, LevelWarn: 4n, LevelError: 8n } },
    log: {
      "untyped int": {
        Ldate: 1n,
        Ltime: 2n,
        Lmicroseconds: 4n,
        Llongfile: 8n,
        Lshortfile: 16n,
        LUTC: 32n,
        Lmsgprefix: 64n,
        LstdFlags: 3n,
      },
    },
    os: {
      "io/fs.FileMode": modes,
      int: {
        O_RDONLY: 0n,
        O_WRONLY: 1n,
        O_RDWR: 2n,
        O_APPEND: 0o2000n,
        O_CREATE: 0o100n,
        O_EXCL: 0o200n,
        O_SYNC: 0o4010000n,
        O_TRUNC: 0o1000n,
        ...counted("SEEK_SET SEEK_CUR SEEK_END"),
      },
      "untyped rune": { PathSeparator: 47n, PathListSeparator: 58n },
    },
    "io/fs": { "io/fs.FileMode": modes },
    io: { "untyped int": counted("SeekStart SeekCurrent SeekEnd") },
    bufio: { "untyped int": { MaxScanTokenSize: 64n << 10n } },
    "compress/flate": { "untyped int": levels },
    "compress/gzip": { "untyped int": levels },
    "compress/zlib": { "untyped int": levels },
    net: { "untyped int": { IPv4len: 4n, IPv6len: 16n } },
    "math/bits": { "untyped int": { UintSize: 64n } },
    "path/filepath": { "untyped rune": { Separator: 47n, ListSeparator: 58n } },
    strconv: { "untyped int": { IntSize: 64n } },
    syscall: {
      "syscall.Signal": {
        SIGHUP: 1n,
        SIGINT: 2n,
        SIGQUIT: 3n,
        SIGKILL: 9n,
        SIGUSR1: 10n,
        SIGUSR2: 12n,
        SIGTERM: 15n,
      },
    },
    "unicode/utf8": {
      "untyped int": { RuneSelf: 0x80n, UTFMax: 4n },
      "untyped rune": { RuneError: 0xfffdn, MaxRune: 0x10ffffn },
    },
  };

const ln2 = decimal("0.693147180559945309417232121458176568075500134360255254120680009");
const ln10 = decimal("2.30258509299404568401799145468436420760110148862877297603332790");

export const reals: Readonly<Record<string, Rational>> = {
  E: decimal("2.71828182845904523536028747135266249775724709369995957496696763"),
  Pi: decimal("3.14159265358979323846264338327950288419716939937510582097494459"),
  Phi: decimal("1.61803398874989484820458683436563811772030917980576286213544862"),
  Sqrt2: decimal("1.41421356237309504880168872420969807856967187537694807317667974"),
  SqrtE: decimal("1.64872127070012814684865078781416357165377610071014801157507931"),
  SqrtPi: decimal("1.77245385090551602729816748334114518279754945612238712821380779"),
  SqrtPhi: decimal("1.27201964951406896425242246173749149171560804184009624861664038"),
  Ln2: ln2,
  Ln10: ln10,
  Log2E: divide(rational(1n), ln2),
  Log10E: divide(rational(1n), ln10),
  MaxFloat32: rational((2n ** 24n - 1n) << 104n),
  SmallestNonzeroFloat32: rational(1n, 1n << 149n),
  MaxFloat64: rational((2n ** 53n - 1n) << 971n),
  SmallestNonzeroFloat64: rational(1n, 1n << 1074n),
};

function decimal(text: string): Rational {
  const [whole = "", fraction = ""] = text.split(".");
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}
