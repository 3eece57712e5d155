import { type Problem, REDIRECTS } from './rpc/problem';

/** Returns what is the matter with the answer of `url` that points elsewhere. A page is not told where to. */
export function redirected({ headers }: Response, url: string): Problem {
  const place = headers.get('location');
  const to = place !== null && URL.canParse(place, url) ? new URL(place, url).origin : undefined;
  const where = to === new URL(url).origin ? 'another path' : (to ?? 'another address');
  return { code: 'endpointDown', outcome: `${REDIRECTS} to ${where}`, retry: false };
}
