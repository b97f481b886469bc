import {
  CalendarClock,
  FilePen,
  House,
  Images,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Sun,
  Trash2,
  Undo2,
  Upload,
  UserRound,
} from '@lucide/vue';
import { computed, type FunctionalComponent, h } from 'vue';
import { useRouter } from 'vue-router';
import { makesRecords, type ServedDescription, useDefinitions } from '../../api/definitions.ts';
import { useOwnRoutes } from '../../api/own-routes.ts';
import { impersonation, signOut } from '../../api/session.ts';
import { useAdminLinks } from '../../parts/admin-links.ts';
import { chooseTheme } from '../../parts/appearance/theme.ts';
import CollectionIcon from '../../parts/identity/CollectionIcon.vue';
import { paths } from '../../paths.ts';
import { chooseLanguage } from '../../texts/index.ts';
import { t } from '../../texts/records.ts';

export type EntryKind = 'collections' | 'pages' | 'actions' | 'settings';

/** A command of the palette. */
export interface Entry {
  readonly key: string;
  readonly kind: EntryKind;
  readonly label: string;
  readonly icon: FunctionalComponent;
  run(): unknown;
}

/** The commands that the user may use. */
export function useEntries() {
  const router = useRouter();
  const { content, served } = useDefinitions();
  const adminLinks = useAdminLinks();
  const { may } = useOwnRoutes();
  const go = (path: string) => () => router.push(path);

  const collections = computed(() =>
    content.value.map(
      (one): Entry => ({
        ...entry('collections', paths.list(one), one.plural, () => h(CollectionIcon, { collection: one })),
        run: go(paths.list(one)),
      }),
    ),
  );
  const actions = computed(() => served.value.flatMap((one) => actionsOf(one, go)));
  const pages = computed((): Entry[] => [
    { ...entry('pages', '/', t.shell.home, House), run: go('/') },
    ...(may('GET /cms/file')
      ? [{ ...entry('pages', '/files', t.pages.files, Images), run: go('/files') }]
      : []),
    ...(may('GET /v1/change-set')
      ? [{ ...entry('pages', '/change-sets', t.pages.changeSets, FilePen), run: go('/change-sets') }]
      : []),
    ...(served.value.some(({ version }) => version === 'draft')
      ? [{ ...entry('pages', '/plans', t.plans.title, CalendarClock), run: go('/plans') }]
      : []),
    ...(may('POST /cms/undo') && !adminLinks.value.some(({ path }) => path === '/undo')
      ? [{ ...entry('pages', '/undo', t.pages.undo, Undo2), run: go('/undo') }]
      : []),
    ...(impersonation.value
      ? []
      : [{ ...entry('pages', '/profile', t.pages.profile, UserRound), run: go('/profile') }]),
    ...adminLinks.value.map(({ path, label, icon }) => ({
      ...entry('pages', path, label, icon),
      run: go(path),
    })),
  ]);
  return computed(() => [...collections.value, ...actions.value, ...pages.value, ...settings()]);
}

function actionsOf(collection: ServedDescription, go: (path: string) => () => unknown): Entry[] {
  const { actions, label } = collection;
  const offers = [
    [makesRecords(collection), paths.fresh(collection), t.form.fresh(label), Plus],
    [actions.import || actions.export, paths.transfer(collection), t.pages.importsOf(label), Upload],
    [actions.trash, paths.trash(collection), t.pages.trashOf(label), Trash2],
  ] as const;
  return offers.flatMap(([may, path, name, icon]) =>
    may ? [{ ...entry('actions', path, name, icon), run: go(path) }] : [],
  );
}

function settings(): Entry[] {
  const { themes } = t.shell;
  return [
    {
      ...entry('settings', 'light', `${t.shell.appearance}: ${themes.light}`, Sun),
      run: () => chooseTheme('light'),
    },
    {
      ...entry('settings', 'dark', `${t.shell.appearance}: ${themes.dark}`, Moon),
      run: () => chooseTheme('dark'),
    },
    {
      ...entry('settings', 'system', `${t.shell.appearance}: ${themes.system}`, Monitor),
      run: () => chooseTheme('system'),
    },
    {
      ...entry('settings', 'en', 'Language: English · 语言：英文', Languages),
      run: () => chooseLanguage('en'),
    },
    {
      ...entry('settings', 'zh', 'Language: Chinese · 语言：中文', Languages),
      run: () => chooseLanguage('zh'),
    },
    ...(impersonation.value
      ? []
      : [{ ...entry('settings', 'sign-out', t.shell.signOut, LogOut), run: signOut }]),
  ];
}

function entry(kind: EntryKind, key: string, label: string, icon: FunctionalComponent) {
  return { kind, label, icon, key: `${kind} ${key}` };
}
