/**
 * A Chromium whose pages are driven and whose workers are left alone. Playwright
 * attaches a debugger to each service worker, and Chromium ends such a worker
 * by other rules than a reader's: the next version may wait for minutes to take over.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromiumArgs, requireChromium } from '../../tools/chromium';

export type UnwatchedTab = {
  /** What the function answers in the page, waited for. It sees its argument alone, both as JSON. Rejects when it throws. */
  evaluate<Argument, Answer>(
    run: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer>;
  /** What the page threw and what it logged as an error so far, a line each. */
  readonly errors: readonly string[];
};
export type UnwatchedBrowser = { open(url: string): Promise<UnwatchedTab>; close(): Promise<void> };

type Thrown = { text: string; exception?: { description?: string } };
type Evaluated = { result: { value: unknown }; exceptionDetails?: Thrown };

const wordsOf = ({ text, exception }: Thrown) => exception?.description ?? text;

/** Starts one with a profile of its own, which goes with it. */
export async function startUnwatchedBrowser(args: readonly string[]): Promise<UnwatchedBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'loupe-browser-'));
  const browser = spawn(
    requireChromium(),
    [
      '--headless',
      '--no-first-run',
      '--no-startup-window',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      ...chromiumArgs(),
      ...args,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  const connection = new DevToolsPipe(browser);
  return {
    async open(url) {
      const { targetId } = await connection.send<{ targetId: string }>('Target.createTarget', { url });
      const { sessionId } = await connection.send<{ sessionId: string }>('Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      const errors: string[] = [];
      connection.onEvent(sessionId, ({ method, params }) => {
        if (method === 'Runtime.exceptionThrown') errors.push(wordsOf(params.exceptionDetails));
        if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
          errors.push(params.args.map(({ value, description }) => String(value ?? description)).join(' '));
      });
      await connection.send('Runtime.enable', {}, sessionId);
      return {
        errors,
        async evaluate<Argument, Answer>(run: (argument: Argument) => Answer | Promise<Answer>, argument: Argument) {
          const expression = `(${run})(${JSON.stringify(argument)})`;
          const answer = await connection.send<Evaluated>(
            'Runtime.evaluate',
            { expression, awaitPromise: true, returnByValue: true },
            sessionId,
          );
          const { exceptionDetails: thrown } = answer;
          if (thrown) throw new Error(wordsOf(thrown));
          return answer.result.value as Answer;
        },
      };
    },
    async close() {
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Reply = { id: number; result?: unknown; error?: { message: string } };
type PageEvent = { sessionId?: string } & (
  | { method: 'Runtime.exceptionThrown'; params: { exceptionDetails: Thrown } }
  | { method: 'Runtime.consoleAPICalled'; params: { type: string; args: { value?: unknown; description?: string }[] } }
);

/** Chromium's DevTools protocol over the pipes 3 and 4: JSON messages, each ended by a zero byte. */
class DevToolsPipe {
  readonly #requests: Writable;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, (event: PageEvent) => void>();
  #sent = 0;

  constructor(browser: ChildProcess) {
    this.#requests = browser.stdio[3] as Writable;
    const replies = browser.stdio[4] as Readable;
    let rest = '';
    replies.setEncoding('utf8').on('data', (text: string) => {
      const messages = `${rest}${text}`.split('\0');
      rest = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message));
    });
    browser.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser has ended.'));
    });
  }

  send<Result>(method: string, params: object, sessionId?: string): Promise<Result> {
    this.#sent += 1;
    const id = this.#sent;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#requests.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  onEvent(sessionId: string, listen: (event: PageEvent) => void): void {
    this.#listeners.set(sessionId, listen);
  }

  #receive(message: Reply | PageEvent): void {
    if (!('id' in message)) {
      this.#listeners.get(message.sessionId ?? '')?.(message);
      return;
    }
    const { id, result, error } = message;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
