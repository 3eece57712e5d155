/**
 * Serves a built app as a plain web host would: gzip level 6 for text where the client takes it, hashed
 * assets immutable, the rest revalidated by ETag, the page itself for paths
 * that are no file (the router's), and the headers of security-headers.ts.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { securityHeaders } from './security-headers';
import { closeServer, listenHere } from './serving/local-server';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.map']);

export type StaticServer = {
  url: string;
  port: number;
  /** Replies in place of all `overrides` so far. */
  override(overrides: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
};
export type StaticServerOptions = {
  /** 0 picks a free one. */
  port?: number;
  /** Replies for single paths, before the files: `/config.json` of another variant, for one. */
  overrides?: Readonly<Record<string, string>>;
  /** Files that lie elsewhere, by path. */
  files?: Readonly<Record<string, string>>;
  /** Headers that replace those that every file is sent with. */
  headers?: Readonly<Record<string, string>>;
  /** Paths whose requests are never answered, as on a line that broke without a word. */
  held?: RegExp;
  /** Called with every file sent: its path and the bytes of the body as they went out. */
  onSent?: (path: string, bytes: number) => void;
  /** Compressed files by digest, which several servers share so that the same content is compressed once. */
  compressed?: Map<string, Buffer>;
};

type Reply = { body: Buffer; headers: Record<string, string>; gzipped?: Buffer };

/** Serves `folder` on the loopback address until closed. */
export async function serveFolder(folder: string, options: StaticServerOptions = {}): Promise<StaticServer> {
  const replies = new Map<string, Reply>();
  let overrides = options.overrides ?? {};
  const replyFor = (path: string): Reply => {
    const known = replies.get(path);
    if (known !== undefined) return known;
    const reply = prepare(
      path,
      overrides[path] ?? readFileSync(options.files?.[path] ?? fileFor(folder, path)),
      options.compressed,
    );
    replies.set(path, reply);
    return reply;
  };
  const server = createServer((request, response) => {
    const path = pathOf(folder, request.url ?? '/', { ...overrides, ...options.files });
    if (options.held?.test(path)) return;
    let reply: Reply;
    try {
      reply = replyFor(path);
    } catch {
      // The folder is being built anew, or was taken away.
      response.writeHead(503, securityHeaders(path)).end();
      return;
    }
    const asGzip = reply.gzipped !== undefined && takesGzip(request.headers['accept-encoding']);
    const body = (asGzip && reply.gzipped) || reply.body;
    const encoding: Record<string, string> = asGzip ? { 'content-encoding': 'gzip' } : {};
    const headers: Record<string, string> = {
      ...reply.headers,
      ...encoding,
      ...securityHeaders(path),
      ...options.headers,
    };
    if (request.headers['if-none-match'] === headers.etag) {
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, { ...headers, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
    options.onSent?.(path, body.length);
  });
  const port = await listenHere(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    override: (others) => {
      for (const path of [...Object.keys(overrides), ...Object.keys(others)]) replies.delete(path);
      overrides = others;
    },
    close: () => closeServer(server),
  };
}

/** The path of a file under `folder` that `url` asks for, `/index.html` when there is none. */
function pathOf(folder: string, url: string, given: Readonly<Record<string, string>>): string {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return '/index.html'; // not valid percent-encoding
  }
  if (Object.hasOwn(given, path)) return path;
  const file = fileFor(folder, path);
  const inside = file.startsWith(normalize(folder) + sep);
  return inside && existsSync(file) && statSync(file).isFile() ? path : '/index.html';
}

function fileFor(folder: string, path: string): string {
  return normalize(join(folder, path));
}

function prepare(path: string, content: string | Buffer, kept?: Map<string, Buffer>): Reply {
  const plain = Buffer.from(content);
  const extension = extname(path);
  const compressed = COMPRESSED.has(extension);
  const digest = createHash('sha256').update(plain).digest('base64url');
  return {
    body: plain,
    ...(compressed ? { gzipped: compress(plain, digest, kept) } : {}),
    headers: {
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${digest.slice(0, 22)}"`,
      ...(compressed ? { vary: 'accept-encoding' } : {}),
    },
  };
}

/** Whether a client that sends this `accept-encoding` takes gzip (RFC 9110 §12.5.3). */
function takesGzip(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase());
  const named = codings.find((coding) => /^(gzip|x-gzip)(;|$)/.test(coding)) ?? codings.find((c) => /^\*(;|$)/.test(c));
  return named !== undefined && !/;\s*q=0(\.0*)?$/.test(named);
}

function compress(plain: Buffer, digest: string, kept: Map<string, Buffer> | undefined): Buffer {
  const known = kept?.get(digest);
  if (known !== undefined) return known;
  const body = gzipSync(plain, { level: 6 });
  kept?.set(digest, body);
  return body;
}
