// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../../src/interfaces/IRegistry.sol";
import { Account, AccountQuantity } from "../../../src/types/Account.sol";
import { RegistryId, RegistryState } from "../../../src/types/Registry.sol";
import { AccountFixture } from "../AccountFixture.sol";

/// @title Registrar, owners, spenders and a protocol at work on one registry through its whole life, and beside it what it
/// should hold then, in the plainest way. Each call must succeed or fail as the model says.
contract AccountActor is AccountFixture {
    struct Holding {
        uint256 balance;
        uint256 earmarked;
        uint256 marked;
    }

    struct Open {
        IRegistry.Movement movement;
        uint64 from;
        uint64 to;
    }

    RegistryId public registryId;
    RegistryState public state = RegistryState.IMPORTING;
    uint256 public issued;
    uint256 public terminated;
    mapping(address owner => mapping(uint64 number => Holding)) public holdings;
    mapping(address owner => mapping(address spender => uint256)) public allowed;
    mapping(address owner => bool) public whitelisted;
    Open[] private open;
    uint256 private numRefs;

    constructor() {
        setUp();
        registryId = importing();
    }

    function investor(uint256 seed) public view returns (address) {
        return [alpen, baltic, rhone][seed % 3];
    }

    function isLive() private view returns (bool) {
        return state == RegistryState.REGISTERED;
    }

    function free(address owner, uint64 number) private view returns (uint256) {
        return holdings[owner][number].balance - holdings[owner][number].earmarked;
    }

    function _number(uint256 seed) private pure returns (uint64) {
        return uint64(1 + (seed % 2));
    }

    function advance(uint256 seed) external {
        vm.startPrank(meridian);
        if (state == RegistryState.IMPORTING && seed % 3 == 0) {
            registries.finishImport(registryId);
            state = RegistryState.REGISTERED;
        } else if (state == RegistryState.SUSPENDED) {
            registries.unsuspendRegistry(registryId, WHY);
            state = RegistryState.REGISTERED;
        } else if (isLive() && seed % 13 == 0) {
            registries.startExporting(registryId, WHY);
            state = RegistryState.EXPORTING;
        } else if (isLive() && seed % 3 == 0) {
            registries.suspendRegistry(registryId, WHY);
            state = RegistryState.SUSPENDED;
        }
        vm.stopPrank();
    }

    function bring(uint256 who, uint256 to, uint256 quantity, bool imports) external {
        (address owner, uint64 number) = (investor(who), _number(to));
        quantity = quantity % 1_000;
        bool expected = quantity > 0 && (imports ? state == RegistryState.IMPORTING : isLive());
        bytes memory call = imports
            ? abi.encodeCall(registries.importAssets, (registryId, account(owner, number), quantity))
            : abi.encodeWithSignature(
                "issue(bytes32,(address,uint64),uint256)", registryId, account(owner, number), quantity
            );
        if (!_made(meridian, call, expected)) return;
        holdings[owner][number].balance += quantity;
        issued += quantity;
    }

    function move(uint256 who, uint256 whom, uint256 from, uint256 to, uint256 quantity) external {
        (address owner, address receiver) = (investor(who), investor(whom));
        quantity = quantity % 1_000;
        bytes memory call = abi.encodeWithSignature(
            "transfer(bytes32,uint64,(address,uint64),uint256)",
            registryId,
            _number(from),
            account(receiver, _number(to)),
            quantity
        );
        bool expected = _mayMove(owner, _number(from), receiver, _number(to), quantity)
            && (owner == receiver || whitelisted[owner]);
        if (_made(owner, call, expected)) {
            _move(owner, _number(from), receiver, _number(to), quantity);
        }
    }

    function spend(uint256 who, uint256 whom, uint256 spender, uint256 from, uint256 quantity) external {
        (address owner, address receiver) = (investor(who), investor(whom));
        quantity = quantity % 1_000;
        bytes memory call = abi.encodeWithSignature(
            "transferFrom(bytes32,(address,uint64),(address,uint64),uint256)",
            registryId,
            account(owner, _number(from)),
            account(receiver, 1),
            quantity
        );
        address by = investor(spender);
        bool expected = _mayMove(owner, _number(from), receiver, 1, quantity) && whitelisted[owner]
            && allowed[owner][by] >= quantity;
        if (!_made(by, call, expected)) return;
        allowed[owner][by] -= quantity;
        _move(owner, _number(from), receiver, 1, quantity);
    }

    function allow(uint256 who, uint256 spender, uint256 quantity) external {
        (address owner, address by) = (investor(who), investor(spender));
        quantity = quantity % 1_000;
        bytes memory call = abi.encodeCall(registries.approve, (registryId, by, quantity));
        if (_made(owner, call, quantity == 0 || isLive())) allowed[owner][by] = quantity;
    }

    function force(uint256 who, uint256 whom, uint256 from, uint256 to, uint256 quantity) external {
        (address owner, address receiver) = (investor(who), investor(whom));
        quantity = quantity % 1_000;
        Account memory source = account(owner, _number(from));
        Account memory target = account(receiver, _number(to));
        bytes memory call =
            abi.encodeCall(registries.forcedTransfer, (registryId, source, target, quantity, WHY));
        bool expected = (isLive() || state == RegistryState.EXPORTING)
            && _isThere(owner, _number(from), receiver, _number(to), quantity);
        if (_made(meridian, call, expected)) {
            _move(owner, _number(from), receiver, _number(to), quantity);
        }
    }

    function reorganise(uint256 who, uint256 quantity, uint256 stays, bool forced) external {
        address owner = investor(who);
        quantity = 2 + (quantity % 1_000);
        stays = 1 + (stays % (quantity - 1));
        AccountQuantity[] memory target = parts(stays, quantity - stays);
        bytes memory call = forced
            ? abi.encodeCall(registries.forcedReorg, (registryId, owner, part(1, quantity), target, WHY))
            : abi.encodeCall(registries.reorg, (registryId, part(1, quantity), target));
        bool expected = isLive() && free(owner, 1) >= quantity;
        if (_made(forced ? meridian : owner, call, expected)) _move(owner, 1, owner, 2, quantity - stays);
    }

    function mark(uint256 who, uint256 from, uint256 quantity, bool exports) external {
        (address owner, uint64 number) = (investor(who), _number(from));
        quantity = quantity % 1_000;
        bytes memory call = exports
            ? abi.encodeCall(registries.markAssetsForExport, (registryId, num(number), quantity))
            : abi.encodeCall(registries.markAsRedeemable, (registryId, num(number), quantity));
        bool expected = (exports ? state == RegistryState.EXPORTING : isLive()) && quantity > 0
            && free(owner, number) >= quantity;
        if (!_made(owner, call, expected)) return;
        holdings[owner][number].earmarked += quantity;
        holdings[owner][number].marked += quantity;
    }

    function unmark(uint256 who, uint256 from, uint256 quantity, bool exports) external {
        (address owner, uint64 number) = (investor(who), _number(from));
        quantity = quantity % 1_000;
        bytes memory call = exports
            ? abi.encodeCall(registries.cancelExport, (registryId, num(number), quantity))
            : abi.encodeCall(registries.cancelRedeemable, (registryId, num(number), quantity));
        Holding storage holding = holdings[owner][number];
        if (!_made(owner, call, quantity > 0 && holding.marked >= quantity)) return;
        holding.earmarked -= quantity;
        holding.marked -= quantity;
    }

    function terminate(uint256 who, uint256 from, uint256 quantity) external {
        (address owner, uint64 number) = (investor(who), _number(from));
        quantity = quantity % 1_000;
        Holding storage holding = holdings[owner][number];
        bool expected =
            (isLive() || state == RegistryState.EXPORTING) && quantity > 0 && holding.marked >= quantity;
        bytes memory call =
            abi.encodeCall(registries.terminate, (registryId, account(owner, number), quantity));
        if (!_made(meridian, call, expected)) return;
        holding.balance -= quantity;
        holding.earmarked -= quantity;
        holding.marked -= quantity;
        terminated += quantity;
    }

    function earmark(uint256 who, uint256 whom, uint256 from, uint256 to, uint256 quantity) external {
        (address owner, address receiver) = (investor(who), investor(whom));
        quantity = quantity % 1_000;
        IRegistry.Movement memory wanted =
            IRegistry.Movement(registryId, bytes32(++numRefs), owner, receiver, meridian, quantity);
        bool expected =
            isLive() && owner != receiver && quantity > 0 && free(owner, _number(from)) >= quantity;
        bytes memory call = abi.encodeCall(registries.earmark, (wanted, data(_number(from))));
        if (!_made(address(this), call, expected)) return;
        registries.setReceivingAccount(wanted, data(_number(to)));
        holdings[owner][_number(from)].earmarked += quantity;
        open.push(Open(wanted, _number(from), _number(to)));
    }

    function close(uint256 index, bool settles) external {
        if (open.length == 0) return;
        index = index % open.length;
        Open memory chosen = open[index];
        IRegistry.Movement memory wanted = chosen.movement;
        bytes memory call = settles
            ? abi.encodeCall(registries.transferAndUnearmark, (wanted))
            : abi.encodeCall(registries.unearmark, (wanted));
        if (!_made(address(this), call, !settles || isLive())) return;
        holdings[wanted.sender][chosen.from].earmarked -= wanted.quantity;
        if (settles) _move(wanted.sender, chosen.from, wanted.receiver, chosen.to, wanted.quantity);
        open[index] = open[open.length - 1];
        open.pop();
    }

    function toggleSender(uint256 who) external {
        address owner = investor(who);
        whitelisted[owner] = !whitelisted[owner];
        vm.prank(meridian);
        registries.setSenderWhitelisted(registryId, owner, whitelisted[owner]);
    }

    /// @dev Nobody else issues, forces, terminates, releases or settles.
    function intrude(uint256 who, uint256 index) external {
        address by = index % 2 == 0 ? nordhafen : stranger;
        Account memory target = account(investor(who), 1);
        _made(by, abi.encodeCall(registries.importAssets, (registryId, target, 1)), false);
        _made(by, abi.encodeCall(registries.terminate, (registryId, target, 1)), false);
        Account memory source = account(investor((who % 3) + 1), 1);
        bytes memory call = abi.encodeCall(registries.forcedTransfer, (registryId, source, target, 1, WHY));
        _made(by, call, false);
        if (open.length == 0) return;
        IRegistry.Movement memory chosen = open[index % open.length].movement;
        _made(by, abi.encodeCall(registries.unearmark, (chosen)), false);
        _made(by, abi.encodeCall(registries.transferAndUnearmark, (chosen)), false);
    }

    function earmarkedByProtocol(address owner, uint64 number) external view returns (uint256 sum) {
        for (uint256 i; i < open.length; ++i) {
            if (open[i].movement.sender == owner && open[i].from == number) sum += open[i].movement.quantity;
        }
    }

    function manager() external view returns (IAccountRegistryManager) {
        return registries;
    }

    function _mayMove(address owner, uint64 from, address receiver, uint64 to, uint256 quantity)
        private
        view
        returns (bool)
    {
        return isLive() && _isThere(owner, from, receiver, to, quantity);
    }

    function _isThere(address owner, uint64 from, address receiver, uint64 to, uint256 quantity)
        private
        view
        returns (bool)
    {
        bool isSame = owner == receiver && from == to;
        return !isSame && quantity > 0 && free(owner, from) >= quantity;
    }

    function _move(address owner, uint64 from, address receiver, uint64 to, uint256 quantity) private {
        holdings[owner][from].balance -= quantity;
        holdings[receiver][to].balance += quantity;
    }

    function _made(address by, bytes memory call, bool expected) private returns (bool done) {
        vm.prank(by);
        (done,) = address(registries).call(call);
        check(done == expected, expected ? "refused against the model" : "done against the model");
    }
}
