/** The addresses at which a worker's tests find the production build: the same ones for all tests, so that the browser may keep its files. */
import { resolve } from 'node:path';
import { type StaticServer, serveFolder } from '../../../tools/static-server';

const dist = resolve(import.meta.dirname, '../../../dist');

type Replies = Readonly<Record<string, string>>;

export class AppHosts {
  readonly #compressed = new Map<string, Buffer>();
  #servers: StaticServer[] = [];
  #taken = 0;

  /** A server of the build with these replies in place of its files, whose test has no other at that address. */
  async take(overrides: Replies): Promise<StaticServer> {
    let server = this.#servers[this.#taken];
    if (server === undefined) {
      server = await serveFolder(dist, { compressed: this.#compressed });
      this.#servers.push(server);
    }
    this.#taken += 1;
    server.override(overrides);
    return server;
  }

  /** Ends the servers of a test, whose addresses no later test gets. */
  async cut(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
    this.#servers = [];
    this.#taken = 0;
  }

  /** The test is over: the next one may have them all. */
  release(): void {
    this.#taken = 0;
  }
}
