/** A saved simulation, dropped on the simulator's page: the engine is handed its text, and the reader is led to its run. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { SimulationFileDrop } from '../../../src/app/views/simulator/SimulationFileDrop';
import { type Wiring, WiringProvider } from '../../../src/app/wiring';
import type { Network } from '../../../src/core/chain/network';
import { emptyDraft, writeDraft } from '../../../src/core/simulation/draft';
import { type Failure, failure } from '../../../src/core/values/failure';
import { fail, ok, type Result } from '../../../src/core/values/result';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

const RUN = `0x73696d756c61746564${'ab'.repeat(23)}`;

let mounted: ReturnType<typeof mount> | undefined;
afterEach(() => mounted?.unmount());

/** The place for files on the page of network 31337; the engine answers every file with `answer`. */
function open(answer: Result<string, Failure>) {
  const handed: string[] = [];
  const trace = {
    openSimulationFile: async (_job: unknown, text: string) => {
      handed.push(text);
      return answer;
    },
  };
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/{-$network}/simulator/new',
    component: () => <SimulationFileDrop network={{ id: 31337, name: 'Demo' } as unknown as Network} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/demo/simulator/new'] }),
  });
  mounted = mount(
    <WiringProvider value={{ workers: { trace } } as unknown as Wiring}>
      <RouterProvider router={router as never} />
    </WiringProvider>,
  );
  return { handed, address: () => router.state.location.href };
}

const place = () => mounted?.element.querySelector('section[aria-label="Simulation file, drop place"]');

async function drop(text: string): Promise<void> {
  await eventually(() => expect(place()).not.toBeNull());
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], 'simulation.json', { type: 'application/json' }));
  place()?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}

const fileOf = (network: string) => writeDraft(emptyDraft(network));

test('of this network: its run is shown where the reader is', async () => {
  const { handed, address } = open(ok(RUN));
  await drop(fileOf('31337'));
  await eventually(() => expect(address()).toBe(`/demo/simulator/new?run=${RUN}`));
  expect(handed).toEqual([fileOf('31337')]);
});

test('of another network, however its JSON is spaced: the reader is led there', async () => {
  const { address } = open(ok(RUN));
  await drop(JSON.stringify(JSON.parse(fileOf('10')), null, 2));
  await eventually(() => expect(address()).toBe(`/10/simulator/new?run=${RUN}`));
});

test('chosen with the button instead', async () => {
  const { address } = open(ok(RUN));
  await eventually(() => expect(place()).not.toBeNull());
  const input = mounted?.element.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input as HTMLInputElement, new File([fileOf('31337')], 'simulation.json'));
  await eventually(() => expect(address()).toBe(`/demo/simulator/new?run=${RUN}`));
});

test('a damaged file: why is said, and the reader stays', async () => {
  const { address } = open(fail(failure('badAnswer', 'This is not a simulation file: it is not JSON.')));
  await drop('{');
  await eventually(() => expect(mounted?.element.textContent).toContain('it is not JSON.'));
  expect(address()).toBe('/demo/simulator/new');
});
