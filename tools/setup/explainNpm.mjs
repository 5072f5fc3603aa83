const network =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|network/i

export const isNetworkError = (output) => network.test(output)

const reasons = [
  [/ENOSPC/, 'There is no space left on the disk: free about 1.5 GB and run this again.'],
  [
    /EACCES|EPERM/,
    'This folder cannot be written by the current user: change its owner or clone it elsewhere.',
  ],
  [/EROFS/, 'This folder is on a read-only disk: clone it where files can be written.'],
  [
    network,
    'The package registry cannot be reached: check the network and the registry and proxy settings of npm.',
  ],
  [/E401|E403|ENEEDAUTH/, 'The package registry refuses access: check the registry settings of npm.'],
  [/E404|ETARGET|ENOVERSIONS/, 'The package registry does not have a package that the lock file names'],
  [/EINTEGRITY/, 'The registry sent a package that differs from the one in the lock file'],
]

/** Whether npm said why it failed, which it does not always get round to. */
export const isExplained = (output) => reasons.some(([pattern]) => pattern.test(output))

/** One sentence for why `npm install` failed, from what it printed. */
export function explainNpm(output) {
  const code = /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1] ?? ''
  const [, sentence] =
    reasons.find(([pattern]) => pattern.test(code)) ?? reasons.find(([pattern]) => pattern.test(output)) ?? []
  if (sentence?.endsWith('.')) return sentence
  const detail = output
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, '').trim())
    .filter((line) => line && !line.startsWith('code ') && !line.includes('complete log'))
    .slice(0, 2)
    .join(' ')
  return `${sentence ?? 'npm could not install the packages'}: ${detail || 'it gave no reason'}`
}
