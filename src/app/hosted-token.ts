/** Tokens of hosted APIs, a cookie for each host: kept 30 days from the day it came, and by this browser alone. */

const LIFETIME = 30 * 24 * 60 * 60; // seconds

/** Returns the token of a host; `fresh` takes its place, and '' removes it. */
export async function hostedToken(host: string, fresh?: string): Promise<string | undefined> {
  if (fresh !== undefined) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR and on plain HTTP
    document.cookie = tokenCookie(host, fresh, location.protocol === 'https:');
  }
  return readTokenCookie(document.cookie, host);
}

/** Returns the cookie of the token in the form that `document.cookie` takes. */
export function tokenCookie(host: string, token: string, isSecure: boolean): string {
  const age = token === '' ? 0 : LIFETIME;
  return `${nameOf(host)}=${token}; path=/; max-age=${age}; samesite=strict${isSecure ? '; secure' : ''}`;
}

/** Reads the token of a host from the text of `document.cookie`. */
export function readTokenCookie(cookies: string, host: string): string | undefined {
  const start = `${nameOf(host)}=`;
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length) || undefined;
}

function nameOf(host: string): string {
  return `loupe-token-${encodeURIComponent(host.replace(/\/+$/, ''))}`;
}
