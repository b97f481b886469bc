import type { Component } from 'vue';
import { PARTS_CONTRACT } from '../../../../contract/console-parts.ts';
import type { ActionEvent } from '../../../../server/console-parts/console-api.ts';
import { isDescribed } from '../../api/described.ts';
import { ownPartsQuery, type ToldPart } from '../../api/own-parts.ts';
import { queryClient } from '../../api/query-client.ts';
import { consoleBase } from '../../base.ts';
import { loadDescribed } from './load-described.ts';
import './registry.ts';

/** A part as its file defines it. */
interface DefinedPart {
  readonly kind: string;
  readonly name: string;
  readonly component?: () => Promise<{ readonly default: Component }>;
  readonly run?: (event: ActionEvent) => Promise<void>;
}

/** The component of a part, with its styles. Throws with the reason if it cannot be loaded. */
export async function loadComponent(part: ToldPart): Promise<Component> {
  if (isDescribed(part)) return loadDescribed(part);
  const { component } = await loadPart(part);
  if (!component) throw new Error(`${part.script} defines no component`);
  return (await component()).default;
}

/** What an action runs. */
export async function loadRun(part: ToldPart): Promise<(event: ActionEvent) => Promise<void>> {
  const { run } = await loadPart(part);
  if (!run) throw new Error(`${part.script} defines nothing to run`);
  return run;
}

async function loadPart({ kind, name, script, style }: ToldPart): Promise<DefinedPart> {
  if (script === null) throw new Error(`${kind} '${name}' has no file`);
  const { contract } = await queryClient.ensureQueryData(ownPartsQuery());
  if (contract !== PARTS_CONTRACT)
    throw new Error(`the server has contract ${contract}, this page ${PARTS_CONTRACT}: load the page again`);
  if (style !== null) addStyle(style);
  const exported: unknown = await import(/* @vite-ignore */ addressOf(script));
  const parts = Object.values(exported as Readonly<Record<string, DefinedPart>>); // the server has checked what it exports
  const found = parts.find((one) => one.kind === kind && one.name === name);
  if (!found) throw new Error(`${script} does not define ${kind} '${name}'`);
  return found;
}

function addressOf(file: string): string {
  return `${consoleBase}parts/${file}`;
}

const added = new Set<string>();

function addStyle(file: string): void {
  if (added.has(file)) return;
  added.add(file);
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: addressOf(file) });
  document.head.append(link);
}
