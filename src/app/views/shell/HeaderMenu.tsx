/** The open menus of the header. */
import { useNavigate } from '@tanstack/react-router';
import { ALL_PROJECTS } from '../../project-link';
import { setTheme, THEME_LOOKS, THEMES, useTheme } from '../../theme';
import { Icon } from '../../ui/Icon';
import { type MenuItem, MenuLayer, type MenuPlace } from '../../ui/layers/MenuLayer';
import { useWiring } from '../../wiring';
import { CHAIN_LISTS, type ListMenuName } from '../lists/chain-lists';

/** `all`: what the header has no room for on small screens. `menu`: the one of an explorer whose lists are shown. */
type Props = MenuPlace & {
  of: 'theme' | 'lists' | 'all';
  menu?: ListMenuName | undefined;
  segment?: string | undefined;
};

export function HeaderMenu({ of, menu, segment, ...place }: Props) {
  const themes = useThemeItems();
  const lists = useListItems(segment, menu);
  const others = useOtherItems(segment);
  const items =
    of === 'lists'
      ? lists
      : of === 'theme'
        ? themes
        : [
            ...others.before,
            ...lists,
            ...others.after,
            ...themes.map(({ label, icon: _, ...item }) => ({ ...item, label: `Theme: ${label.toLowerCase()}` })),
          ];
  return <MenuLayer {...place} items={items} />;
}

function useThemeItems(): MenuItem[] {
  const theme = useTheme();
  return THEMES.map((each) => ({
    label: THEME_LOOKS[each].label,
    icon: <Icon name={THEME_LOOKS[each].icon} />,
    checked: each === theme,
    onSelect: () => setTheme(each),
  }));
}

/** A tool beside the lists, in no menu of an explorer but the small one. */
const CALLDATA = { to: '/{-$network}/calldata', label: 'Calldata', menu: undefined, entry: 'Calldata' } as const;

/** The lists, and in the workbench what the reader keeps together. */
function useListItems(segment: string | undefined, menu: ListMenuName | undefined): MenuItem[] {
  const navigate = useNavigate();
  const { config } = useWiring();
  const items: MenuItem[] = [...CHAIN_LISTS, CALLDATA]
    .filter((list) => menu === undefined || list.menu === menu)
    .map(({ to, label, entry }) => ({
      label: config.variant === 'explorer' ? entry : label,
      onSelect: () => void navigate({ to, params: { network: segment }, search: {} }),
    }));
  if (config.variant === 'workbench') {
    items.push({ label: 'Projects', onSelect: () => void navigate(ALL_PROJECTS) });
    items.push({
      label: 'Tests',
      onSelect: () => void navigate({ to: '/tests/{-$project}', params: { project: undefined } }),
    });
  }
  return items;
}

/** What stands before the lists and behind them on small screens. */
function useOtherItems(segment: string | undefined): { before: MenuItem[]; after: MenuItem[] } {
  const navigate = useNavigate();
  const { config } = useWiring();
  const other = config.explorer?.other;
  return {
    before: [{ label: 'Home', onSelect: () => void navigate({ to: '/{-$network}', params: { network: segment } }) }],
    after: [
      ...(config.variant === 'workbench'
        ? [{ label: 'RPC usage', onSelect: () => void navigate({ to: '/usage' }) }]
        : []),
      { label: 'Networks', onSelect: () => void navigate({ to: '/networks' }) },
      { label: 'Settings', onSelect: () => void navigate({ to: '/settings' }) },
      ...(other === undefined ? [] : [{ label: other.name, onSelect: () => location.assign(other.url) }]),
    ],
  };
}
