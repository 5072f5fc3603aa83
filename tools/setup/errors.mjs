/** Something outside this project prevents the set-up; the message is the whole explanation. */
export class SetupError extends Error {
  name = 'SetupError'
}

const reasons = {
  ENOSPC: 'There is no space left on the disk: free about 1 GB and run this again.',
  EACCES: 'This folder cannot be written by the current user: change its owner or clone it elsewhere.',
  EPERM: 'This folder cannot be written by the current user: change its owner or clone it elsewhere.',
  EROFS: 'This folder is on a read-only disk: clone it where files can be written.',
}

/** Ends the process with one sentence that names the obstacle. */
export function refuse(error) {
  const sentence = error instanceof SetupError ? error.message : reasons[error.code]
  console.error(sentence ?? `The set-up failed: ${error.stack}`)
  // Whoever counts the tests must not mistake a run that never began for an empty one.
  if (process.env.npm_lifecycle_event === 'pretest') console.log('0 passed, 1 failed')
  process.exitCode = 1
}
