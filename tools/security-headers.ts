/**
 * What browsers are told to refuse, whoever serves the app: the
 * Content-Security-Policy and the headers beside it. The build writes the
 * policy into the page, so that it holds on hosts that send no headers, and
 * all headers into `dist/_headers`, which several static hosts read.
 */

/**
 * Endpoints are the reader's choice, so any may be connected to. Pictures of
 * NFTs are fetched, looked at and shown out of memory. Compilers are checked against
 * the list of their makers, and run as WebAssembly out of memory (`blob:`).
 * Styles that libraries write into the page are allowed, scripts are not.
 */
const PAGE = {
  'default-src': "'none'",
  'script-src': "'self' blob: 'wasm-unsafe-eval'",
  'worker-src': "'self' blob:",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self' data: blob: https: http: wss: ws:",
  'manifest-src': "'self'",
  'frame-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/** Compilers before 0.6 are JavaScript that evaluates; they run in a worker that can reach nothing of the page. */
const COMPILER = { ...PAGE, 'script-src': `${PAGE['script-src']} 'unsafe-eval'` };

/** The script of the worker that runs compilers. */
export const COMPILER_SCRIPT = '/compile.js';

/** Returns the policy of the page as the page itself may state it. */
export function pagePolicy(): string {
  return policyOf(PAGE);
}

function policyOf(rules: Record<string, string>): string {
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Returns the headers for the file at `path`. */
export function securityHeaders(path: string): Record<string, string> {
  const rules = path === COMPILER_SCRIPT ? COMPILER : PAGE;
  return {
    // A page may not forbid to be framed by itself, only a header may.
    'content-security-policy': policyOf({ ...rules, 'frame-ancestors': "'none'" }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}
