/** The kinds of the jobs that call hooks after a commit: of collections, and of plug-ins. */
export const HOOK_JOBS = ['afterCommit', 'afterCommitOfPlugin'] as const;
