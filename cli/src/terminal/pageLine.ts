/** What stands under a table: how much of the whole it is. `pageLine({ totalItemCount: 55 }, 20, 2)` → '20 of 55, page 2' */
export function pageLine({ totalItemCount }: { totalItemCount: number }, shown: number, page = 1): string {
  if (shown === totalItemCount) return `${totalItemCount} in all`
  return `${shown} of ${totalItemCount}, page ${page}: --page ${page + 1} shows the next`
}
