import { createFileRoute, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { expectContent } from '../../page-stages';
import { parameter, text } from '../../search-parameters';
import { HomePage } from '../../views/home/HomePage';

export const Route = createFileRoute('/{-$network}/')({
  validateSearch: v.object({
    /** A path of this app to go to at once. */
    redirectTo: parameter(text),
  }),
  beforeLoad({ search: { redirectTo } }) {
    // Never another origin: `//host` and `/\\host` are one, and browsers drop white space within them.
    const isOwnPath = redirectTo !== undefined && /^\/([^/\\\s]\S*)?$/.test(redirectTo);
    if (isOwnPath) throw redirect({ href: redirectTo, replace: true });
  },
  loader: () => expectContent('head'),
  component: HomePage,
});
