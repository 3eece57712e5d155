/** Writes the policy and the headers of security-headers.ts into the build. */
import type { Plugin } from 'vite';
import { COMPILER_SCRIPT, pagePolicy, securityHeaders } from './security-headers';

/** Writes the policy into index.html and the headers into `_headers`. */
export function securityPolicy(): Plugin {
  return {
    name: 'security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: pagePolicy() },
        injectTo: 'head-prepend',
      },
      { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
    ],
    generateBundle() {
      const block = (pattern: string, path: string) =>
        [pattern, ...Object.entries(securityHeaders(path)).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
      // Of two values of one header, hosts send both, and browsers obey both: the second pattern takes the first's back.
      const compiler = block(COMPILER_SCRIPT, COMPILER_SCRIPT).replace('\n', '\n  ! Content-Security-Policy\n');
      this.emitFile({ type: 'asset', fileName: '_headers', source: `${block('/*', '/')}\n${compiler}\n` });
    },
  };
}
