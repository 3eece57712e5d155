/**
 * The `test` of every end-to-end spec: a browser profile each in which nothing
 * is kept, and two things that hold always unless a spec says otherwise: the
 * page logs no error, and nothing is asked of another machine.
 */
import { test as base, type ConsoleMessage, expect, type WebError } from '@playwright/test';
import { chromiumArgs, requireChromium } from '../../../tools/chromium';
import { startWitness, type Witness } from '../../../tools/witness';
import { type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { AppHosts } from './app-hosts';
import { BUILD_OUTPUT } from './config';
import { type Demo, readDemo } from './demo';
import { SharedProfile } from './shared-profile';

/** The build output is the demo's unless given. */
export type Served = { buildOutput?: string };

/** What runs until it is stopped. */
type Server = { stop(): Promise<unknown> };

export type TestFixtures = {
  /** Stops what a test started, the last first, once its pages are closed: a page whose server is gone logs errors. */
  stopAtEnd: <Started extends Server>(server: Started) => Started;
  /** Console errors a spec expects, such as the browser's own note of a refused connection. */
  expectedErrors: readonly RegExp[];
  /** Whether each test has a profile that no page was in before, as one with a service worker has anyway. */
  firstVisit: boolean;
  /** Serves the production build with this config.json and answers its address. */
  serve: (config: unknown, more?: Served) => Promise<string>;
  /** Ends all servers of `serve`. */
  cutServers: () => Promise<void>;
  /** An endpoint before the demo node that misbehaves on request. */
  endpoint: FaultProxy;
  watched: undefined;
};

type WorkerFixtures = { witness: Witness; demo: Demo; profile: SharedProfile; hosts: AppHosts };

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
      // Pages of one profile share a process, so that each need not start and compile anew.
      const args = [...chromiumArgs(), '--process-per-site', ...witness.args];
      await use({ executablePath: requireChromium(), args });
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
  firstVisit: [false, { option: true }],
  profile: [
    async ({ browser }, use) => {
      const profile = new SharedProfile(browser);
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const hosts = new AppHosts();
      await use(hosts);
      await hosts.cut();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, profile, firstVisit, serviceWorkers }, use) => {
    if (firstVisit || serviceWorkers === 'allow') {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    await use(await profile.enter());
    await profile.leave();
  },
  page: async ({ context, viewport }, use) => {
    const page = await context.newPage();
    // The shared profile has the size that the first spec of the worker asked for.
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  stopAtEnd: async ({}, use) => {
    const started: Server[] = [];
    await use((server) => {
      started.unshift(server);
      return server;
    });
    for (const server of started) await server.stop();
  },
  serve: async ({ hosts, demo }, use) => {
    await use(async (config, { buildOutput = demo.buildOutput } = {}) => {
      const { url } = await hosts.take({ '/config.json': JSON.stringify(config), [BUILD_OUTPUT]: buildOutput });
      return url;
    });
    hosts.release();
  },
  cutServers: async ({ hosts }, use) => {
    await use(() => hosts.cut());
  },
  endpoint: async ({ demo, stopAtEnd }, use) => {
    await use(stopAtEnd(await startFaultProxy(demo.rpcUrl)));
  },
  watched: [
    // `stopAtEnd` comes before the context, and so ends after it.
    async ({ stopAtEnd: _, context, witness, expectedErrors }, use) => {
      const errors: string[] = [];
      const noteLogged = (message: ConsoleMessage) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      };
      // What is thrown need not be an error, and has no stack then.
      const noteThrown = (error: WebError) => errors.push(error.error().stack || `uncaught ${error.error()}`);
      context.on('console', noteLogged).on('weberror', noteThrown);
      witness.take();
      await use(undefined);
      context.off('console', noteLogged).off('weberror', noteThrown);
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
