/** The search of the trace panel: when it runs, and its count when rows become others while the reader looks at it. */
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { TreeModel } from '../../../src/app/views/trace/tree-model';
import { useSearch } from '../../../src/app/views/trace/use-search';
import type { RowIndex } from '../../../src/core/trace/rows';
import type { TraceHandle } from '../../../src/workers/ids';
import type { TraceApi } from '../../../src/workers/trace/trace.api';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

let unmount = () => {};
afterEach(() => {
  vi.useRealTimers();
  unmount();
});

type Props = { api: Pick<TraceApi, 'search' | 'match'>; model: TreeModel; scope: string };

function Search({ api, model, scope }: Props) {
  const search = useSearch(api, 1 as TraceHandle, model, scope);
  return (
    <>
      <input value={search.text} onChange={(event) => search.setText(event.target.value)} />
      <button type="button" onClick={() => search.step(1)}>
        {search.count === undefined ? 'nothing' : `${search.position + 1}/${search.count}`}
      </button>
    </>
  );
}

test('a search is counted again when rows of the sources come, and the reader stays at the match', async () => {
  const revealed: number[] = [];
  let count = 8;
  const api: Props['api'] = {
    search: async () => ({ count }),
    match: async (_, position) => ({ position, row: position as RowIndex, depthId: `0.${position}` }),
  };
  const reveal = async (row: number) => void revealed.push(row);
  const model = { reveal, onCrash: () => {} } as unknown as TreeModel;
  const page = mount(<Search api={api} model={model} scope="calls" />);
  unmount = page.unmount;
  const button = page.element.querySelector('button') as HTMLButtonElement;
  await userEvent.type(page.element.querySelector('input') as HTMLInputElement, 'swap');
  await eventually(() => expect(button.textContent).toBe('1/8'));
  await userEvent.click(button);
  expect(button.textContent).toBe('2/8');
  count = 31;
  page.draw(<Search api={api} model={model} scope="sources" />);
  await eventually(() => expect(button.textContent).toBe('2/31'));
  expect(revealed).toEqual([0, 1]);
});

test('a search that Enter ran at once is not run again a little later: the reader stays at the match', async () => {
  let searches = 0;
  const api: Props['api'] = {
    search: async () => {
      searches++;
      return { count: 8 };
    },
    match: async (_, position) => ({ position, row: position as RowIndex, depthId: `0.${position}` }),
  };
  const model = { reveal: async () => {}, onCrash: () => {} } as unknown as TreeModel;
  const page = mount(<Search api={api} model={model} scope="calls" />);
  unmount = page.unmount;
  const button = page.element.querySelector('button') as HTMLButtonElement;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.fill(page.element.querySelector('input') as HTMLInputElement, 'swap');
  button.click();
  await expect.poll(() => button.textContent).toBe('1/8');
  button.click();
  await expect.poll(() => button.textContent).toBe('2/8');
  vi.runAllTimers();
  expect(button.textContent).toBe('2/8');
  expect(searches).toBe(1);
});
