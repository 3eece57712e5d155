import { createFileRoute, redirect } from '@tanstack/react-router';
import { expectContent } from '../../page-stages';
import { searchOf, text } from '../../search-parameters';
import { HomePage } from '../../views/home/HomePage';

const parameters = searchOf({
  /** A path of this app to go to at once. */
  redirectTo: text,
});

export const Route = createFileRoute('/{-$network}/')({
  validateSearch: parameters,
  beforeLoad({ search: { redirectTo } }) {
    // Never another origin: `//host` and `/\\host` are one, and browsers drop white space within them.
    const isOwnPath = redirectTo !== undefined && /^\/([^/\\\s]\S*)?$/.test(redirectTo);
    if (isOwnPath) throw redirect({ href: redirectTo, replace: true });
  },
  loader: () => expectContent('head'),
  component: HomePage,
});
