/** Whether the local deployments of this run use the node that the environment names, which they do not stop. */
export const isOnAnotherNode = process.env.CROSSCHECK_LOCAL_RPC_URL !== undefined;
