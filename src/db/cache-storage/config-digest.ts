/** The configuration as the service worker last saw it, which kept screens were drawn under. */

/** The cache the service worker keeps the configuration in (src/service-worker/sw.ts). */
export const CONFIGURATION = 'configuration';

/** Returns a digest of the configuration as last seen, '' where none is kept. */
export async function configDigest(): Promise<string> {
  const kept = await caches.match('/config.json', { cacheName: CONFIGURATION });
  if (kept === undefined) return '';
  const digest = await crypto.subtle.digest('SHA-256', await kept.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
