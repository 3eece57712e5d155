/**
 * What an endpoint states of its rate limit in the headers of an answer. There is no one standard: `x-ratelimit-limit`,
 * `-remaining` and `-reset` are a habit, `ratelimit-…` an early draft of the IETF's, and `ratelimit` with `r` and `t` a
 * later one (draft-ietf-httpapi-ratelimit-headers).
 */
export type StatedLimit = {
  /** Requests of a window. */
  limit?: number;
  remaining?: number;
  /** The reset as the endpoint writes it: seconds until the window ends, or a time, in a unit that it chooses. */
  reset?: string;
};

/** Reads the limit that headers state; undefined where none does. A browser shows a page only the headers that the endpoint exposes. */
export function readStatedLimit(header: (name: string) => string | null): StatedLimit | undefined {
  const combined = header('ratelimit') ?? '';
  const policy = header('ratelimit-policy') ?? '';
  const limit =
    count(header('x-ratelimit-limit') ?? header('ratelimit-limit')) ??
    count(part(combined, 'limit') ?? part(policy, 'q'));
  const remaining =
    count(header('x-ratelimit-remaining') ?? header('ratelimit-remaining')) ??
    count(part(combined, 'remaining') ?? part(combined, 'r'));
  const reset =
    header('x-ratelimit-reset') ?? header('ratelimit-reset') ?? part(combined, 'reset') ?? part(combined, 't');
  if (limit === undefined && remaining === undefined) return undefined;
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(reset === null ? {} : { reset: reset.trim().slice(0, 40) }),
  };
}

/** The first number of a header: `100, 100;w=60` is 100. */
function count(text: string | null): number | undefined {
  const digits = /^\s*(\d{1,15})/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The value of a parameter: of `"default";r=50;t=30` or `limit=10, remaining=4`. */
function part(text: string, name: string): string | null {
  return new RegExp(`(?:^|[;,\\s])${name}=(\\d{1,15})`).exec(text)?.[1] ?? null;
}
