import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  pluginsTag: 'Plug-ins',
  pluginGrantLabel: 'Grants of plug-ins',
  pluginFailed: 'A plug-in that has to see this write did not answer as it should',
  pluginProblem: ({ plugin, problem }: { plugin: string; problem: string }) =>
    `plug-in ${plugin}: ${problem}`,
  pluginRefused: ({ plugin, problem }: { plugin: string; problem: string }) =>
    `plug-in ${plugin} was refused: ${problem}`,
  pluginNotGranted: 'The plug-in has no grant',
  listPlugins: 'The plug-ins of the project: what each asks for, and what it was granted',
  grantPlugin: 'Grant an isolated plug-in what it asks for, or a part of it',
  changeGrant: 'Narrow, pause or resume the grant of a plug-in',
  revokeGrant: 'Revoke the grant of a plug-in at once',
  pluginGranted: ({ plugin, user }: { plugin: string; user: string }) =>
    `granted plug-in ${plugin} what it needs, as service user ${user}`,
  grantChanged: ({ plugin }: { plugin: string }) => `changed the grant of plug-in ${plugin}`,
  grantPaused: ({ plugin }: { plugin: string }) => `paused plug-in ${plugin}`,
  grantRevoked: ({ plugin }: { plugin: string }) => `revoked the grant of plug-in ${plugin}`,
  grantsForPeople: 'programs grant no plug-ins',
  grantUser: 'The service user whose rights bound it',
  grantNeeds: 'What it is granted, in the form of its manifest; all that it asks for if left out',
  grantSettings: 'The texts that it gets as settings, by their names; they are kept encrypted',
  settingsGiven: 'The names of the settings that have a value',
  notASettingOf:
    'holds a name that is not granted as a setting, or a value that is no text of at most 1,000 characters',
  grantActive: 'Whether it is granted at present; false pauses it',
  isIsolated:
    'Whether it runs in a process of its own; otherwise it is trusted code in the process of the server',
  asksFor: 'What it asks for; null for plug-ins in the process of the server',
  asksForMore: 'Whether it asks for more than it was granted',
  grantHasEnded: 'Whether its key was revoked, or its service user deactivated',
  lastProblem: 'Why its process was ended the last time; null if it was not',
  grantKey: 'The key by which it acts: log and history name it, and undo takes back what it did',
  beyondAsked: 'holds what the plug-in does not ask for',
  beyondGranted: 'is wider than the grant; grant it anew',
  notServiceUserOfGrant: 'is no active service user',
  pluginsWithoutGrant: ({ names }: { names: string }) => `Plug-ins wait for a grant: ${names}`,
  pluginsAskingMore: ({ names }: { names: string }) =>
    `Plug-ins ask for more than they were granted: ${names}`,
  pluginsFailing: ({ names }: { names: string }) => `Processes of plug-ins were ended: ${names}`,
  partFailed: 'A plug-in did not answer as it should',
  pluginMailed: ({ plugin, mail, count }: { plugin: string; mail: string; count: number }) =>
    `plug-in ${plugin} sent ${count} of the mail “${mail}”`,
  pluginMailsLabel: 'Mails of plug-ins',
  pluginMailFooter: ({ plugin }: { plugin: string }) => `Sent by the plug-in ${plugin}.`,
  describedForPeople: 'parts of the console are for people',
  drawPart: 'What a part of the console that a plug-in describes shows now',
  runAction: 'Run an action of a plug-in, with the rights that both the caller and the plug-in have',
  actionRun: ({ plugin, action }: { plugin: string; action: string }) =>
    `ran the action ${action} of plug-in ${plugin}`,
  partCollection: 'The collection of the records',
  partRecord: 'The record of a tab',
  drawnKind: 'text, number, progress, list, table, badge, link or button',
  drawnThing: 'What the console draws; further properties belong to the kind',
  actionRecords: 'The records that it is about',
  actionValues: 'What was filled into its form, by field',
  actionTold: 'What it tells the user; null for nothing',
  formHasNoField: ({ names }: { names: string }) => `is no field of the form (allowed: ${names})`,
  formNeedsField: 'must be filled in',
  formNeedsText: ({ max }: { max: number }) => `must be text of at most ${max} characters`,
  formNeedsNumber: 'must be a number',
  formNeedsBoolean: 'must be true or false',
  formNeedsChoice: ({ allowed }: { allowed: string }) => `must be one of ${allowed}`,
};
