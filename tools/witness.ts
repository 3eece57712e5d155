/**
 * Sees every request a browser makes to another machine: it is the browser's
 * proxy for everything but the loopback address, notes the host and refuses.
 * Unlike a list kept by the page's tooling it misses no worker.
 */
import { createServer } from 'node:http';
import { closeServer, listenHere } from './serving/local-server';

/** What Chromium asks for by itself, whatever the page: its updates, accounts and lists. */
const BROWSERS_OWN = new Set([
  'accounts.google.com',
  'android.clients.google.com',
  'clients2.google.com',
  'content-autofill.googleapis.com',
  'mtalk.google.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com', // its dictionaries and components
  'safebrowsing.googleapis.com',
  'safebrowsingohttpgateway.googleapis.com',
  'update.googleapis.com',
  'www.google.com',
]);

export type Witness = {
  /** Flags to start Chromium with. */
  args: string[];
  /** Hosts asked for since the last call, each as often as it was asked for; the browser's own errands left out. */
  take(): string[];
  close(): Promise<void>;
};

export async function startWitness(): Promise<Witness> {
  let hosts: string[] = [];
  const note = (host: string) => {
    if (!BROWSERS_OWN.has(host.replace(/:\d+$/, ''))) hosts.push(host);
  };
  const server = createServer((request, response) => {
    note(new URL(request.url ?? '', 'http://unknown').host);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    note(request.url ?? '');
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const port = await listenHere(server);
  return {
    args: [`--proxy-server=http://127.0.0.1:${port}`],
    take() {
      const seen = hosts;
      hosts = [];
      return seen;
    },
    close: () => closeServer(server),
  };
}
