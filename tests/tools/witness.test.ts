import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startWitness } from '../../tools/witness';

test('notes plain and encrypted requests with their hosts, and refuses both', async () => {
  const witness = await startWitness();
  const port = Number(witness.args[0]?.split(':').at(-1));
  const plain = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: 'http://prices.example/eth' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject).end();
  });
  const encrypted = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('CONNECT sourcify.dev:443 HTTP/1.1\r\n\r\n'));
    socket.on('data', (data: Buffer) => resolve(data.toString()));
    socket.on('error', reject);
  });
  expect(plain).toBe(502);
  expect(encrypted).toContain('502');
  expect(witness.take()).toEqual(['prices.example', 'sourcify.dev:443']);
  expect(witness.take()).toEqual([]);
  await witness.close();
});
