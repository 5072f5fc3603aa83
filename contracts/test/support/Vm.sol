// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

struct Log {
    bytes32[] topics;
    bytes data;
    address emitter;
}

/// @title What the tests use of Foundry's cheat codes.
interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes calldata data) external;
    function expectPartialRevert(bytes4 selector) external;
    function expectEmit() external;
    function expectEmit(address emitter) external;
    function deal(address account, uint256 balance) external;
    function warp(uint256 timestamp) external;
    function chainId(uint256 id) external;
    function etch(address target, bytes calldata code) external;
    function addr(uint256 privateKey) external pure returns (address);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256);
    function snapshotValue(string calldata group, string calldata name, uint256 value) external;
    function snapshotState() external returns (uint256);
    function revertToState(uint256 snapshotId) external returns (bool);
    function assume(bool condition) external pure;
    function envOr(string calldata name, bool otherwise) external view returns (bool);
    function readFile(string calldata path) external view returns (string memory);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
}
