import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useVirtualRows } from '../../../src/app/ui/use-virtual-rows';
import type { DebuggerModel } from '../../../src/app/views/debugger/debugger-model';
import { ExecutionLine } from '../../../src/app/views/debugger/ExecutionLine';
import { ExecutionList } from '../../../src/app/views/debugger/ExecutionList';
import { RowList } from '../../../src/app/views/debugger/RowList';
import { KIND_LOOKS } from '../../../src/app/views/trace/row-kind-looks';
import { RowKind } from '../../../src/core/trace/rows';
import { mount } from '../ui/mount';
import { mountAt } from '../ui/mount-at';
import '../../../src/app/views/debugger/debugger.css';

let page: Pick<ReturnType<typeof mount>, 'element' | 'unmount'> | undefined;
afterEach(() => page?.unmount());

/** Row 1 is still on its way. */
function Three({ onMove, onPick }: { onMove: (by: number) => void; onPick: (index: number) => void }) {
  const rows = useVirtualRows(3, 24);
  return (
    <div style={{ height: 200 }}>
      <RowList
        label="Execution"
        testId="calls"
        rows={rows}
        total={3}
        rowHeight={24}
        active={2}
        onMove={onMove}
        onPick={onPick}
        draw={(index) => ({ isCurrent: index === 2, content: index === 1 ? undefined : `Row ${index}` })}
      />
    </div>
  );
}

test('rows of a debugger list have a name and a place, also while they are on their way', async () => {
  const moves: number[] = [];
  const picked: number[] = [];
  page = mount(<Three onMove={(by) => moves.push(by)} onPick={(index) => picked.push(index)} />);
  const list = page.element.querySelector<HTMLElement>('[role="listbox"]') as HTMLElement;
  await expect.poll(() => list.children.length).toBe(3);
  const options = [...list.children] as HTMLElement[];
  expect(options.map((option) => option.getAttribute('aria-label') ?? option.textContent)).toEqual([
    'Row 0',
    'Loading',
    'Row 2',
  ]);
  expect(options.map((option) => option.getAttribute('aria-posinset'))).toEqual(['1', '2', '3']);
  expect(list.getAttribute('aria-activedescendant')).toBe(options[2]?.id);
  const { violations } = await axe.run(page.element, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);

  list.focus();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{Control>}{ArrowDown}{/Control}a');
  expect(moves).toEqual([-1, 1]);
  options[0]?.click();
  expect(picked).toEqual([0]);
});

test('every kind of row has the sign and the colour that it has in the call trace', () => {
  const kinds = Object.values(RowKind);
  page = mount(
    kinds.map((kind) => <ExecutionLine key={kind} kind={kind} depth={0} failed={false} text={`kind ${kind}`} />),
  );
  const signs = [...page.element.querySelectorAll('i')];
  expect(signs.map((sign) => [sign.textContent, sign.className])).toEqual(
    kinds.map((kind) => [KIND_LOOKS[kind].glyph, KIND_LOOKS[kind].colour]),
  );
});

test('a row that failed says so in words', () => {
  page = mount(<ExecutionLine kind={RowKind.call} depth={1} failed text="Bank.pay" />);
  expect(page.element.textContent).toBe('✕failed Bank.pay');
});

test('a slot that no source names is written as in the tree, with its whole key in the tooltip', async () => {
  const keys = [`0x${'3'.padStart(64, '0')}`, `0xcd5ed15c${'ab'.repeat(27)}77`];
  const rows = keys.map((name, index) => {
    const place = { index, row: index, step: index, depth: 1, address: undefined };
    return { ...place, kind: RowKind.storageWrite, name, value: undefined, failed: false };
  });
  const answer = { ok: true, value: { total: rows.length, start: 0, rows } };
  const model = { handle: 1, api: { executionRows: () => Promise.resolve(answer) }, snapshot: () => ({}) };
  page = mountAt(
    { path: '/debugger', pattern: '/debugger' },
    <div style={{ height: 200 }}>
      <ExecutionList model={model as unknown as DebuggerModel} row={0} />
    </div>,
  );
  const lines = () => [...(page?.element.querySelectorAll<HTMLElement>('.dbg-call-text') ?? [])];
  await expect
    .poll(() => lines().map(({ textContent }) => textContent?.slice(1)))
    .toEqual(['slot 3', 'slot 0xcd5ed1…ab77']);
  expect(lines().map(({ title }) => title)).toEqual(keys);
});
