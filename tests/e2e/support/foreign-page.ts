/** What the page of a transaction says, as text: a summary of the DOM, without a word of how the product came to it. */
import type { Page } from '@playwright/test';

/** Addresses in full where the page knows them; arrays and tuples are lists. */
export type SaidValue = string | readonly SaidValue[];
export type SaidArgument = { name: string; value: SaidValue };

export type SaidSummary = {
  /** Of the transaction the page shows; empty while it is another. */
  hash: string;
  heading: string;
  /** By label, of the general information. */
  general: Readonly<Record<string, string>>;
  /** Of the decoded input. */
  input: readonly SaidArgument[];
  /** From the failure out. */
  stack: readonly { what: string; place: string; sentence: string }[];
  /** Frames in the order of the tree, those that are drawn: whom, and what. */
  calls: readonly { address: string; function: string }[];
  /** The error of the outermost call. */
  error: string;
  /** Who gained and who lost what, by address. */
  moved: readonly { address: string; amounts: readonly string[] }[];
};

export type SaidEvent = { address: string; name: string; args: readonly SaidArgument[] };
/** A line of the Contracts tab; `runs` is whose code a proxy runs. */
export type SaidContract = { address: string; runs: string; verification: string };
/** Of the Gas Profiler: what the transaction used, and the gas before refunds with what it is made of. */
export type SaidGas = { used: string; whole: number; own: number; callees: readonly number[] };
export type SaidChange = { address: string; what: string; before: string; after: string };

/** Names that tsx and Playwright's compiler give to functions inside `evaluate` are asked for there. */
const READ = `
  const text = (element) => element?.textContent?.trim() ?? '';
  const whole = (element) => element?.closest('[data-address]')?.dataset.address ?? element?.querySelector('[data-address]')?.dataset.address ?? text(element);
  const region = (name) => [...document.querySelectorAll('main section')].find((section) => {
    const label = section.getAttribute('aria-labelledby');
    return label !== null && text(document.getElementById(label)) === name;
  });
  const values = (list) => [...list.querySelectorAll(':scope > li')].map((item) => {
    const [label, value] = item.firstElementChild.children;
    const nested = item.querySelector(':scope > div > ul');
    const type = text(label.lastElementChild);
    const name = text(label).slice(0, -type.length).trim();
    if (value.dataset.address) return { name, value: value.dataset.address };
    if (!value.classList.contains('mono')) return { name, value: nested ? values(nested).map((each) => each.value) : [] };
    const drawn = [...value.querySelectorAll(':scope > bdi')].at(-1)?.textContent ?? '';
    return { name, value: /^-?\\d{1,3}(,\\d{3})+$/.test(drawn) ? drawn.replaceAll(',', '') : drawn.replace(/^"([^]*)"$/, '$1') };
  });
`;

export function readSummary(page: Page): Promise<SaidSummary> {
  return page.evaluate(`(() => { ${READ}
    const general = {};
    for (const row of region('General information')?.querySelectorAll('dl > div') ?? [])
      general[text(row.querySelector('dt'))] = whole(row.querySelector('dd'));
    const input = (region('Input data') ?? region('Init code'))?.querySelector('ul');
    const stack = [...(region('Stack trace')?.querySelectorAll('ol > li') ?? [])].map((line) => ({
      what: text(line.querySelector('.font-medium')),
      place: text(line.querySelector('.mono.text-muted')),
      sentence: text(line.querySelector('.text-failure')),
    }));
    const rows = [...document.querySelectorAll('[role=tree] [role=treeitem]')]
      .sort((a, b) => a.dataset.index - b.dataset.index);
    const frames = rows.filter((row) => /CALL|STATIC|DELEG|CREATE/.test(text(row.querySelector('.trace-kind'))));
    const calls = frames.map((row) => {
      const callee = row.querySelector('.trace-callee > .trace-name');
      const dot = callee?.nextElementSibling;
      return {
        address: callee?.dataset.address ?? '',
        function: dot?.classList.contains('trace-dot') && text(dot) === '.' ? text(dot.nextElementSibling) : '',
      };
    });
    const assets = region('Asset changes') ?? region('Would have moved');
    const moved = [...(assets?.querySelectorAll('li.flex') ?? [])].map((row) => ({
      address: row.querySelector('[data-address]')?.dataset.address ?? '',
      amounts: [...row.querySelectorAll('li .mono')].map(text),
    }));
    return {
      hash: [...document.querySelectorAll('main header [title]')].find(({ title }) => /^0x[0-9a-f]{64}$/.test(title))?.title ?? '',
      heading: text(document.querySelector('h1')),
      general,
      input: input ? values(input) : [],
      stack,
      calls,
      error: text(frames[0]?.querySelector('.trace-error')),
      moved,
    };
  })()`);
}

export function readEvents(page: Page): Promise<SaidEvent[]> {
  return page.evaluate(`(() => { ${READ}
    return [...document.querySelectorAll('ol[aria-label="Events"] article')].map((card) => ({
      address: card.querySelector('header [data-address]')?.dataset.address ?? '',
      name: text(card.querySelector('header bdi')),
      args: card.querySelector('ul') ? values(card.querySelector('ul')) : [],
    }));
  })()`);
}

export function readChanges(page: Page): Promise<SaidChange[]> {
  return page.evaluate(`(() => { ${READ}
    const changes = [];
    let address = '';
    for (const line of document.querySelectorAll('ul[aria-label="State changes"] > li > div')) {
      if (line.classList.contains('bg-raised')) { address = whole(line); continue; }
      const [what, values] = line.children;
      const [before, , , after] = values.children;
      const path = what.querySelector('.trace-path')?.title ?? text(what);
      // An amount has the integer it is of in its title, below the exact amount.
      const exact = (value) => /^\\d+$/m.exec(value?.querySelector('[title]')?.title.split('\\n')[1] ?? '')?.[0] ?? whole(value);
      changes.push({ address, what: path, before: exact(before), after: exact(after) });
    }
    return changes;
  })()`);
}

export function readContracts(page: Page): Promise<SaidContract[]> {
  return page.evaluate(`(() => { ${READ}
    return [...document.querySelectorAll('table[aria-label="Contracts"] tbody tr')].map((row) => {
      const [contract, verification] = row.children;
      const [own, runs] = [...contract.querySelectorAll('[data-address]')].map(({ dataset }) => dataset.address);
      return { address: own ?? '', runs: runs ?? '', verification: text(verification) };
    });
  })()`);
}

export function readGas(page: Page): Promise<SaidGas> {
  return page.evaluate(`(() => { ${READ}
    const gas = (words) => Number((/, ([\\d,]+) gas/.exec(words)?.[1] ?? '').replaceAll(',', ''));
    const panel = region('Gas Profiler');
    const live = panel?.querySelector('[aria-live]');
    return {
      used: /· ([\\d,]+) gas/.exec(text(panel))?.[1] ?? '',
      whole: gas(text(live)),
      own: Number((/, ([\\d,]+) its own/.exec(text(live))?.[1] ?? '').replaceAll(',', '')),
      callees: [...(live?.parentElement.querySelectorAll('li') ?? [])].map((each) => gas(text(each))),
    };
  })()`);
}

/** Where the debugger stands: `Lab._deny, line 25`. */
export function readWhere(page: Page): Promise<string> {
  return page.evaluate(`(() => { ${READ}
    return text(document.querySelector('[role=toolbar][aria-label=Debugger] [role=status] .mono')).replace(/^· /, '');
  })()`);
}
