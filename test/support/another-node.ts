/** Whether the local deployments of this run use the node that the environment names, to which nothing is sent. */
export const isOnAnotherNode = process.env.CROSSCHECK_LOCAL_RPC_URL !== undefined;
