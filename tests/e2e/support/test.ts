/**
 * The `test` of every end-to-end spec: a fresh browser profile each, and two
 * things that hold always unless a spec says otherwise: the page logs no error,
 * and nothing is asked of another machine.
 */
import { resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { chromiumArgs, requireChromium } from '../../../tools/chromium';
import { type StaticServer, type StaticServerOptions, serveFolder } from '../../../tools/static-server';
import { startWitness, type Witness } from '../../../tools/witness';
import { type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { BUILD_OUTPUT } from './config';
import { type Demo, readDemo } from './demo';

/** What the servers of this worker's tests compressed: all serve the same build. */
const compressed = new Map<string, Buffer>();

const dist = resolve(import.meta.dirname, '../../../dist');

/** The build output is the demo's unless given. */
export type Served = { buildOutput?: string; headers?: NonNullable<StaticServerOptions['headers']> };

/** What runs until it is stopped. */
type Server = { stop(): Promise<unknown> };

export type TestFixtures = {
  /** Stops what a test started, the last first, once its pages are closed: a page whose server is gone logs errors. */
  stopAtEnd: <Started extends Server>(server: Started) => Started;
  /** Console errors a spec expects, such as the browser's own note of a refused connection. */
  expectedErrors: readonly RegExp[];
  servers: StaticServer[];
  /** Serves the production build with this config.json and answers its address. */
  serve: (config: unknown, more?: Served) => Promise<string>;
  /** Ends all servers of `serve`. */
  cutServers: () => Promise<void>;
  /** An endpoint before the demo node that misbehaves on request. */
  endpoint: FaultProxy;
  watched: undefined;
};

type WorkerFixtures = { witness: Witness; demo: Demo };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  witness: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const witness = await startWitness();
      await use(witness);
      await witness.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ witness }, use) => {
      await use({ executablePath: requireChromium(), args: [...chromiumArgs(), ...witness.args] });
    },
    { scope: 'worker' },
  ],
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      await use(readDemo());
    },
    { scope: 'worker' },
  ],
  expectedErrors: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  stopAtEnd: async ({}, use) => {
    const started: Server[] = [];
    await use((server) => {
      started.unshift(server);
      return server;
    });
    for (const server of started) await server.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  servers: async ({}, use) => {
    await use([]);
  },
  serve: async ({ servers, stopAtEnd, demo }, use) => {
    await use(async (config, { buildOutput = demo.buildOutput, headers = {} } = {}) => {
      const overrides = { '/config.json': JSON.stringify(config), [BUILD_OUTPUT]: buildOutput };
      const server = await serveFolder(dist, { overrides, headers, compressed });
      servers.push(server);
      stopAtEnd({ stop: () => server.close() });
      return server.url;
    });
  },
  cutServers: async ({ servers }, use) => {
    await use(async () => {
      await Promise.all(servers.map((server) => server.close()));
    });
  },
  endpoint: async ({ demo, stopAtEnd }, use) => {
    await use(stopAtEnd(await startFaultProxy(demo.rpcUrl)));
  },
  watched: [
    // `stopAtEnd` comes before the context, and so ends after it.
    async ({ stopAtEnd: _, context, witness, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      // What is thrown need not be an error, and has no stack then.
      context.on('weberror', (error) => errors.push(error.error().stack || `uncaught ${error.error()}`));
      witness.take();
      await use(undefined);
      expect(
        errors.filter((error) => !expectedErrors.some((expected) => expected.test(error))),
        'errors on the console',
      ).toEqual([]);
      expect(witness.take(), 'requests to other machines').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
