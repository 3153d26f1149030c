module.exports = {
  setupFilesAfterEnv: ['crosscheck/jest'], // adds the matchers
  testEnvironment: 'crosscheck/jest/environment', // lets them know the running test, and the time that it has left
};
