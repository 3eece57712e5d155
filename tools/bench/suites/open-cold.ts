/**
 * The first visit of all, of one small transaction: (b) of the page bench, in a
 * new browser profile. Measured on the loopback address, and over a line with a
 * round trip of 80 ms and 10 Mbit/s for the app's files and the endpoint alike.
 *
 * The reference is a bare page: one file of as many bytes, which starts one
 * worker, which asks the endpoint the same questions in the same waves. It
 * parses and draws nothing, so it is what network and browser cost alone.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { startAnvil } from '../../anvil';
import { closeServer, listenHere } from '../../serving/local-server';
import { serveFolder } from '../../static-server';
import type { Bench, Figure } from '../bench';
import { launchChromium } from '../chromium';
import { atMost, besideAtMost, median } from '../figures';
import { openSession, type Session } from '../page-session';
import { type Question, type RpcRecorder, startRpcRecorder, wavesOf } from '../rpc-recorder';
import { createSlowLink } from '../slow-link';
import { longestProcessorTime, startTrace } from '../task-times';
import { configOf, noteShifts, treeStands } from '../visits';
import { NODE_ARGUMENTS, sendWorkload } from '../workload/workload';

const DIST = resolve(import.meta.dirname, '../../../dist');
const CHAIN = 31337;
const VISITS = 5;
/** The line of a reader who is not near. */
const FAR = { roundTrip: 80, bandwidth: 10e6 / 8 };

const LIMITS = {
  near: { content: 500, tree: 900 }, // ms
  far: { content: 1_200, tree: 1_600 }, // ms
  ratio: 1.6, // × the bare page
  verified: 100, // ms after the tree
  secondTree: 300, // ms
  offline: 3_000, // ms after the content
  files: 15,
  javaScript: 230, // kB
  task: 50, // ms of processor time
};

/** A file the app was sent: its path, the bytes of its body, and when, ms since the epoch. */
type Sent = { path: string; bytes: number; at: number };

type Visit = {
  content: number;
  tree: number;
  verified: number;
  /** When the service worker had what it needs to open the page without a network. */
  offline: number;
  /** Files that were sent before the tree stood. */
  sent: Sent[];
  questions: Question[];
  /** Sum of layout-shift entries after the first rows. */
  shift: number;
};

type Lab = {
  browser: Browser;
  /** Address of the transaction. */
  url: string;
  nodePort: number;
  recorder: RpcRecorder;
  takeSent(): Sent[];
  /** Address of a page that loads `bytes` and asks `waves`. */
  bareUrl(bytes: number, waves: Question[][]): string;
};

export const bench: Bench = {
  name: 'open-cold',
  async *run() {
    if (!existsSync(join(DIST, 'index.html')))
      throw new Error('There is no build to measure: run npm run build first.');
    const node = await startAnvil({ chainId: CHAIN, args: NODE_ARGUMENTS });
    const recorder = await startRpcRecorder(node);
    try {
      const { b } = await sendWorkload((method, params) => node.call(method, params));
      const browser = await launchChromium();
      try {
        for (const line of ['near', 'far'] as const) {
          yield* withLab(browser, recorder, b, line, (lab) => measure(lab, line));
        }
      } finally {
        await browser.close();
      }
    } finally {
      await recorder.close();
      await node.stop();
    }
  },
};

/** Serves app and bare page, over the slow line or not, while `use` runs. */
async function* withLab(
  browser: Browser,
  recorder: RpcRecorder,
  hash: string,
  line: 'near' | 'far',
  use: (lab: Lab) => AsyncIterable<Figure>,
): AsyncIterable<Figure> {
  const link = line === 'far' ? createSlowLink(FAR) : undefined;
  const lead = async (port: number) => (link === undefined ? port : link.lead(port));
  let sent: Sent[] = [];
  const nodePort = await lead(recorder.port);
  const app = await serveFolder(DIST, {
    overrides: { '/config.json': configOf(CHAIN, 'Anvil', `http://127.0.0.1:${nodePort}`) },
    onSent: (path, bytes) => sent.push({ path, bytes, at: Date.now() }),
  });
  const bare = await serveBarePage();
  try {
    const barePort = await lead(bare.port);
    yield* use({
      browser,
      url: `http://127.0.0.1:${await lead(app.port)}/${CHAIN}/tx/${hash}`,
      nodePort,
      recorder,
      takeSent() {
        const taken = sent;
        sent = [];
        return taken;
      },
      bareUrl(bytes, waves) {
        bare.set(bytes, `http://127.0.0.1:${nodePort}`, waves);
        return `http://127.0.0.1:${barePort}/`;
      },
    });
  } finally {
    await link?.close();
    await app.close();
    await bare.close();
  }
}

async function* measure(lab: Lab, line: 'near' | 'far'): AsyncIterable<Figure> {
  const visits: Visit[] = [];
  const bare: { content: number; tree: number }[] = [];
  const second: number[] = [];
  for (let round = 0; round < VISITS; round++) {
    const session = await openSession(lab.browser);
    const visit = await visitApp(lab, session);
    visits.push(visit);
    second.push(await visitAgain(lab, session));
    await session.close();
    bare.push(await visitBare(lab, visit));
  }
  const limits = LIMITS[line];
  const where = line === 'near' ? 'loopback' : '80 ms, 10 Mbit/s';
  const middle = (of: (visit: Visit) => number) => median(visits.map(of));
  for (const what of ['content', 'tree'] as const) {
    const figure = middle((visit) => visit[what]);
    const reference = median(bare.map((each) => each[what]));
    yield atMost(`${where}: ${what}`, figure, 'ms', limits[what]);
    yield besideAtMost(`${where}: ${what} beside the bare page`, figure, 'ms', 'bare page', reference, LIMITS.ratio);
  }
  yield atMost(
    `${where}: verified after the tree`,
    middle(({ verified, tree }) => verified - tree),
    'ms',
    LIMITS.verified,
  );
  yield atMost(`${where}: second visit, tree`, median(second), 'ms', LIMITS.secondTree);
  yield atMost(
    `${where}: ready offline after the content`,
    middle(({ offline, content }) => offline - content),
    'ms',
    LIMITS.offline,
  );
  yield atMost(
    `${where}: layout shift after the first rows`,
    Math.max(...visits.map(({ shift }) => shift)) * 1_000,
    'count',
    0,
  );
  if (line === 'far') return;
  const scripts = (visit: Visit) => visit.sent.filter(({ path }) => path.endsWith('.js'));
  yield atMost(
    'files of JavaScript until the tree',
    middle((visit) => scripts(visit).length),
    'count',
    LIMITS.files,
  );
  yield atMost(
    'JavaScript until the tree, gzipped',
    middle((visit) => bytesOf(scripts(visit)) / 1000),
    'kB',
    LIMITS.javaScript,
  );
  yield atMost('longest task of the page, processor time', await longestTask(lab), 'ms', LIMITS.task);
}

async function visitApp(lab: Lab, session: Session): Promise<Visit> {
  lab.takeSent();
  lab.recorder.take();
  await session.page.addInitScript(noteShifts);
  await session.page.goto(lab.url, { waitUntil: 'commit' });
  const [content, tree, verified, offline] = await Promise.all([
    session.shown(contentStands),
    session.shown(treeStands),
    session.shown(isVerified),
    session.page.evaluate(readyOffline),
  ]);
  const questions = lab.recorder.take().filter(({ ended }) => performance.timeOrigin + ended < tree.at);
  const sent = lab.takeSent().filter(({ at }) => at < tree.at);
  // What comes later, names and further panels, is not to move what is there either.
  await session.page.waitForTimeout(2_000);
  const shift = await session.page.evaluate((since) => window.shiftSince(since), tree.after);
  return { content: content.after, tree: tree.after, verified: verified.after, offline, sent, questions, shift };
}

/** Run in the page: when the service worker had all that it needs to open this page without a network, ms. */
async function readyOffline(): Promise<number> {
  await navigator.serviceWorker.ready;
  return performance.now();
}

/** Milliseconds until the tree stands when the transaction is opened once more, after a pause in which the app keeps it. */
async function visitAgain(lab: Lab, session: Session): Promise<number> {
  await session.page.evaluate(() => navigator.serviceWorker.ready);
  await session.page.waitForTimeout(2_000);
  await session.leave();
  return (await session.visit(lab.url, treeStands)).after;
}

async function visitBare(lab: Lab, { sent, questions }: Visit): Promise<{ content: number; tree: number }> {
  const waves = wavesOf(questions);
  const session = await openSession(lab.browser);
  await session.page.goto(lab.bareUrl(bytesOf(sent), waves), { waitUntil: 'commit' });
  const [content, tree] = await Promise.all([
    session.shown(() => document.querySelector('#content') !== null),
    session.shown(() => document.querySelector('#tree') !== null),
  ]);
  await session.close();
  return { content: content.after, tree: tree.after };
}

/** The longest task of the page's thread in a first visit, in processor time: other programs on the machine do not count. */
async function longestTask(lab: Lab): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < VISITS; round++) {
    const session = await openSession(lab.browser);
    const stop = await startTrace(lab.browser, session.page);
    await session.visit(lab.url, treeStands);
    await session.page.waitForTimeout(1_000);
    times.push(longestProcessorTime(await stop()));
    await session.close();
  }
  return median(times);
}

/** Run in the page: what the transaction used is on the screen. */
function contentStands(): boolean {
  return document.querySelector('main')?.textContent?.includes('224,039') ?? false;
}

/** Run in the page: the rows were compared with the receipt, and the page says so. */
function isVerified(): boolean {
  return document.querySelector('main')?.textContent?.includes('Verified replay') ?? false;
}

type BarePage = {
  port: number;
  set(bytes: number, node: string, waves: Question[][]): void;
  close(): Promise<void>;
};

/** A page of one file. `#content` stands once the waves that hold the transaction's parts were answered, `#tree` after the last one. */
async function serveBarePage(): Promise<BarePage> {
  let script = '';
  const server = createServer((request, response) => {
    const isScript = request.url === '/bare.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? script
        : '<!doctype html><title>bare</title><body><script type="module" src="/bare.js"></script></body>',
    );
  });
  const port = await listenHere(server);
  return {
    port,
    set(bytes, node, waves) {
      const code = bareScript(
        node,
        waves.map((wave) => wave.map(({ body }) => body)),
      );
      // Not to be compressed: what goes over the line are these bytes.
      const filling = randomBytes(Math.max(0, bytes - code.length))
        .toString('hex')
        .slice(0, bytes - code.length);
      script = `${code}\n//${filling}`;
    },
    close: () => closeServer(server),
  };
}

function bareScript(node: string, waves: string[][]): string {
  const worker = `onmessage = async () => {
    for (const wave of ${JSON.stringify(waves)}) {
      const texts = await Promise.all(wave.map(async (body) => {
        const answer = await fetch(${JSON.stringify(node)}, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        return answer.text();
      }));
      postMessage(wave.some((body) => body.includes('eth_getTransactionReceipt')) ? 'content' : 'more');
    }
    postMessage('tree');
  };`;
  return `const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker)}])));
worker.onmessage = ({ data }) => { const line = document.createElement('p'); line.id = data; line.textContent = data; document.body.append(line); };
worker.postMessage(0);`;
}

function bytesOf(files: readonly Sent[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
