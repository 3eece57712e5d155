/** Stands before a node and notes which questions were asked and when, so that they can be asked again without the app. */
import { request as ask, createServer } from 'node:http';
import { closeServer, listenHere } from '../serving/local-server';

/** One request of JSON-RPC calls. Times are performance.now(). */
export type Question = { body: string; began: number; ended: number };

export type RpcRecorder = {
  port: number;
  /** The questions since the last call, in the order in which they came. */
  take(): Question[];
  close(): Promise<void>;
};

/** Starts a server that hands every request on to the node at `target`. */
export async function startRpcRecorder(target: { port: number }): Promise<RpcRecorder> {
  let questions: Question[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const question = { body: body.toString(), began: performance.now(), ended: Number.POSITIVE_INFINITY };
      if (request.method === 'POST') questions.push(question);
      const { method, headers } = request;
      const onward = ask({ host: '127.0.0.1', port: target.port, path: '/', method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('end', () => {
          question.ended = performance.now();
        });
      });
      onward.on('error', () => response.destroy());
      onward.end(body);
    });
  });
  const port = await listenHere(server);
  return {
    port,
    take() {
      const taken = questions;
      questions = [];
      return taken;
    },
    close: () => closeServer(server),
  };
}

/**
 * Returns the questions in waves: those of a wave were asked before any of the
 * same wave was answered. Whoever asks them again waits for a wave before the
 * next.
 */
export function wavesOf(questions: readonly Question[]): Question[][] {
  const waves: Question[][] = [];
  for (const question of questions) {
    const last = waves.at(-1);
    if (last?.every(({ ended }) => ended > question.began)) last.push(question);
    else waves.push([question]);
  }
  return waves;
}
